// What pulses in a window by itself, such as tiles that glow while they are lit.
#pragma once

#include <array>
#include <chrono>
#include <opencv2/core.hpp>

namespace eyehand::calibration {

/// Watches a window that is left alone for what gets lighter and darker in turn, little by little.
class PulseWatch {
 public:
  explicit PulseWatch(const cv::Mat& first);

  /// A later picture, `at` this time since some point. All have one size; others are ignored.
  /// Returns whether something smooth is lighter or darker than in all pictures before.
  bool add(const cv::Mat& picture, std::chrono::milliseconds at);
  /// Whether most of what has changed did so little by little.
  bool is_smooth() const;

  /// Where something pulses between two colours that are both known: an 8-bit mask.
  cv::Mat pulsing() const;
  /// Where anything has changed: an 8-bit mask.
  cv::Mat changed() const;
  /// The range of each pixel, BGR.
  const cv::Mat& low() const { return low_; }
  const cv::Mat& high() const { return high_; }

 private:
  /// Where nothing has jumped.
  cv::Mat smooth(const cv::Rect& area) const;

  cv::Mat low_, high_, last_;
  cv::Mat darkest_, lightest_;  ///< grey
  cv::Mat rose_, fell_;         ///< 8-bit masks
  cv::Mat steps_;               ///< the largest from one picture to the next, 8-bit
  cv::Mat extended_at_;         ///< when the range last grew, ms
  float now_ = 0;
};

/// What is known to pulse, and between which colours. A tile may do so in both of its states.
class Pulses {
 public:
  void learn(const PulseWatch& watch);
  /// From `changed`, the mask of what differs between two pictures, removes what may only pulse.
  void ignore(cv::Mat& changed, const cv::Mat& a, const cv::Mat& b) const;
  /// Pictures have another size from now on.
  void resize(cv::Size size);

 private:
  struct Range {
    cv::Mat low, high;  ///< BGR; low is above high where nothing is known to pulse
  };
  std::array<Range, 2> ranges_;
};

}  // namespace eyehand::calibration
