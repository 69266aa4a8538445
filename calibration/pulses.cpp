#include "calibration/pulses.hpp"

#include <opencv2/imgproc.hpp>

#include "calibration/changes.hpp"

namespace eyehand::calibration {
namespace {

/// Differences up to this many levels are noise, as in changed_pixels().
constexpr int kNoise = 8;
/// What changes by more levels than this from one picture to the next, or by more than this share
/// of its range, does not pulse, even if a busy machine draws only a few pictures per second: a
/// clock, or something that moves.
constexpr int kJump = 60;
constexpr double kLargestStep = 0.6;
/// The range of what pulses is known once it has not grown for this long, milliseconds.
constexpr float kKnownAfter = 500;
/// The range grows by more levels than this at a time, or pictures that follow one another quickly
/// would never make it grow.
constexpr int kGrowth = 4;

cv::Mat grey(const cv::Mat& bgr) {
  cv::Mat result;
  cv::cvtColor(bgr, result, cv::COLOR_BGR2GRAY);
  return result;
}

}  // namespace

PulseWatch::PulseWatch(const cv::Mat& first)
    : low_(first.clone()),
      high_(first.clone()),
      last_(first.clone()),
      darkest_(grey(first)),
      lightest_(darkest_.clone()),
      rose_(cv::Mat::zeros(first.size(), CV_8U)),
      fell_(rose_.clone()),
      steps_(rose_.clone()),
      extended_at_(cv::Mat::zeros(first.size(), CV_32F)) {}

bool PulseWatch::add(const cv::Mat& picture, std::chrono::milliseconds at) {
  if (picture.size() != last_.size()) return false;
  now_ = static_cast<float>(at.count());
  const cv::Mat step = strength_of(last_, picture);
  const cv::Rect area = cv::boundingRect(step);
  if (area.empty()) return false;
  const cv::Mat now = picture(area), light = grey(now);
  cv::Mat last = last_(area), low = low_(area), high = high_(area), steps = steps_(area),
          extended_at = extended_at_(area), darkest = darkest_(area), lightest = lightest_(area),
          rose = rose_(area), fell = fell_(area);
  const cv::Mat grown = changed_pixels(cv::max(low, cv::min(high, now)), now, kGrowth);
  now.copyTo(last);
  cv::max(steps, step(area), steps);
  extended_at.setTo(now_, grown);
  cv::Mat(cv::min(low, now)).copyTo(low, grown);
  cv::Mat(cv::max(high, now)).copyTo(high, grown);
  cv::min(darkest, light, darkest);
  cv::max(lightest, light, lightest);
  rose |= light - darkest > kNoise;
  fell |= lightest - light > kNoise;
  return cv::countNonZero(grown & smooth(area)) > 0;
}

cv::Mat PulseWatch::smooth(const cv::Rect& area) const {
  const cv::Mat& steps = steps_(area);
  const cv::Mat most = strength_of(low_(area), high_(area)) * kLargestStep;
  return (steps <= most) & (steps <= kJump);
}

cv::Mat PulseWatch::changed() const {
  return changed_pixels(low_, high_, kNoise);
}

bool PulseWatch::is_smooth() const {
  const cv::Mat changed = this->changed();
  return 2 * cv::countNonZero(changed & smooth({{}, changed.size()})) > cv::countNonZero(changed);
}

cv::Mat PulseWatch::pulsing() const {
  return changed() & rose_ & fell_ & smooth({{}, rose_.size()}) &
         (extended_at_ <= now_ - kKnownAfter);
}

void Pulses::learn(const PulseWatch& watch) {
  cv::Mat left = watch.pulsing();
  // With a margin, as two pictures of the same differ.
  const cv::Mat low = watch.low() - cv::Scalar::all(kNoise),
                high = watch.high() + cv::Scalar::all(kNoise);
  for (Range& range : ranges_) {
    if (cv::countNonZero(left) == 0) return;
    if (range.low.size() != low.size())
      range = {cv::Mat(low.size(), CV_8UC3, cv::Scalar::all(255)),
               cv::Mat(low.size(), CV_8UC3, cv::Scalar::all(0))};
    cv::Mat overlaps, is_free;
    cv::inRange(range.low, cv::Scalar::all(255), cv::Scalar::all(255), is_free);
    // In every channel.
    const cv::Mat gap = cv::max(low, range.low) > cv::min(high, range.high);
    cv::inRange(gap, cv::Scalar::all(0), cv::Scalar::all(0), overlaps);
    const cv::Mat taken = left & (overlaps | is_free);
    cv::Mat(cv::min(range.low, low)).copyTo(range.low, taken);
    cv::Mat(cv::max(range.high, high)).copyTo(range.high, taken);
    left.setTo(0, taken);
  }
}

void Pulses::ignore(cv::Mat& changed, const cv::Mat& a, const cv::Mat& b) const {
  for (const auto& [low, high] : ranges_) {
    if (low.empty() || a.size() != low.size() || b.size() != low.size()) continue;
    cv::Mat in_a, in_b;
    cv::inRange(a, low, high, in_a);
    cv::inRange(b, low, high, in_b);
    changed.setTo(0, in_a & in_b);
  }
}

void Pulses::resize(cv::Size size) {
  for (auto& [low, high] : ranges_)
    for (cv::Mat* each : {&low, &high})
      if (!each->empty()) cv::resize(*each, *each, size, 0, 0, cv::INTER_NEAREST);
}

}  // namespace eyehand::calibration
