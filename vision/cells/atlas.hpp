// Recognises parts of a board by labelled pictures of such parts: the nearest picture decides, and
// its distance compared with the others' gives the confidence. Knows no game.
//
// Whatever varies between pictures of one label, such as the background, must not count. So each
// pixel is weighted by the inverse of the variance between nearest neighbours of one label that
// come from different places, and the distance between such neighbours sets how near is near
// enough.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::cells {

/// A labelled picture. All pictures of an atlas have one size and type, see patch.hpp.
struct Sample {
  int label = 0;
  int place = 0;  ///< samples of one place are not compared with each other
  cv::Mat patch;  ///< CV_32FC3
};

/// The label that a picture was given.
struct Prediction {
  int label = -1;        ///< -1 if the atlas is empty
  float confidence = 0;  ///< 0 to 1; see kMinConfidence in vision/reading.hpp
};

class Atlas {
 public:
  /// A picture may be this share of the distance between samples of different labels (20th
  /// percentile) from its nearest sample, because the background may differ elsewhere on the board.
  static constexpr float kBetween = 0.35F;

  Atlas() = default;
  /// O(n^2 * pixels) for n samples. Of samples that look alike, only one is kept. If there are
  /// things without samples, which may look much like others, `between` is to be 0: then the
  /// distance between samples of different labels does not make what is farther off near enough.
  explicit Atlas(std::vector<Sample> samples, float between = kBetween);

  /// The atlas as one picture: square patches side by side, CV_8UC3. The first holds the standard
  /// deviation of each value; the samples follow, with their labels kept separately.
  struct Sheet {
    cv::Mat picture;
    std::vector<int> labels;
    double reach = 0;  ///< see below
  };
  Sheet sheet() const;
  /// Throws Error unless there is one square patch more than there are labels.
  explicit Atlas(const Sheet& sheet);

  /// Adds a picture; it must not be empty. What varies and how near is near enough stay as they
  /// are.
  void add(int label, const cv::Mat& patch);
  /// From now on, a picture may also be this share of the least distance between a label's samples
  /// and all others from the former, so that what looks unlike anything else may vary more. O(n^2
  /// pixels) for n samples kept.
  void widen(float share);
  /// O(n pixels) for n samples kept.
  Prediction classify(const cv::Mat& patch) const;

  /// For each place in a picture (CV_32FC3) where a patch fits: the confidence that one of the
  /// samples is there, CV_32F, indexed by the patch's upper left corner. Compares at most `most`
  /// samples, of all labels except `except`. O(picture * log(picture) * samples).
  cv::Mat similarity(const cv::Mat& picture, int most, int except = -1) const;

  bool empty() const { return labels_.empty(); }
  int size() const { return pictures_.rows; }
  int side() const { return side_; }  ///< of its patches, pixels
  /// Distances are in standard deviations per pixel. A picture at this distance from its nearest
  /// sample is recognised with a confidence of 0.5 if the samples of all other labels are far away.
  float reach() const { return reach_; }

 private:
  int side_ = 0;             ///< of a patch, pixels
  std::vector<int> labels_;  ///< of the rows of pictures_
  cv::Mat pictures_;         ///< CV_32F, one weighted picture per row
  cv::Mat weights_;          ///< one row: what each value of a picture is multiplied by
  float reach_ = 0;
  std::vector<float> reaches_;  ///< of each label, if they are larger
};

}  // namespace eyehand::cells
