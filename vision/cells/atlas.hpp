// Recognises parts of a board by pictures of such parts whose labels are known: the nearest picture
// decides, and how near it is compared with the others says how certain that is. Knows no game.
//
// What differs between pictures of one label (the background, say, which varies over the board)
// must not count. So each pixel has a weight, the inverse of the variance between nearest
// neighbours of one label that come from different places; and how far such neighbours are apart,
// with small distortions, sets how near is near enough.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::cells {

/// A picture whose label is known. All of an atlas have one size and type, from patch.hpp.
struct Sample {
  int label = 0;
  int place = 0;  ///< samples of one place do not vouch for one another
  cv::Mat patch;  ///< CV_32FC3
};

/// What a picture was recognised as.
struct Prediction {
  int label = -1;        ///< -1 if the atlas is empty
  float confidence = 0;  ///< 0 to 1; see kMinConfidence in vision/reading.hpp
};

class Atlas {
 public:
  Atlas() = default;
  /// O(n^2 pixels) for n samples; of samples that look alike, one is kept.
  explicit Atlas(std::vector<Sample> samples);

  /// As a picture: patches side by side, CV_8UC3, first one of how much each value may deviate,
  /// then the samples; their labels apart.
  struct Sheet {
    cv::Mat picture;
    std::vector<int> labels;
    double reach = 0;  ///< see below
  };
  Sheet sheet() const;
  /// Throws Error if there is not one square patch for each label and one more.
  explicit Atlas(const Sheet& sheet);

  /// O(n pixels) for n samples kept.
  Prediction classify(const cv::Mat& patch) const;

  /// For every place of a picture (CV_32FC3) where a patch fits: how certain it is that one of the
  /// samples is there, CV_32F by the patch's upper left corner. At most `most` samples are
  /// compared, of all labels but `except`. O(picture * log(picture) * samples).
  cv::Mat similarity(const cv::Mat& picture, int most, int except = -1) const;

  bool empty() const { return labels_.empty(); }
  int size() const { return pictures_.rows; }
  int side() const { return side_; }  ///< of its patches, pixels
  /// Distances are in standard deviations per pixel; a picture at this distance from its nearest
  /// sample is recognised with a confidence of 0.5, if all of other labels are far away.
  float reach() const { return reach_; }
  /// The least distance between samples of different labels; 0 if there is but one label.
  float apart() const;

 private:
  int side_ = 0;             ///< of a patch, pixels
  std::vector<int> labels_;  ///< of the rows of pictures_
  cv::Mat pictures_;         ///< CV_32F, one weighted picture per row
  cv::Mat weights_;          ///< one row: what each value of a picture is multiplied by
  float reach_ = 0;
};

}  // namespace eyehand::cells
