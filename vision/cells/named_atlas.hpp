// An atlas whose labels have names, and how a skin keeps it.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/atlas.hpp"

namespace eyehand::cells {

struct NamedPictures {
  std::string pictures;             ///< Atlas::Sheet, a PNG in hexadecimal (picture_text.hpp)
  std::vector<std::string> labels;  ///< of each picture but the first, as the game calls them
  double reach = 1;                 ///< see Atlas::reach
};
template <class Visitor>
void describe_pictures(NamedPictures& named, Visitor&& visit) {
  visit("reach", named.reach,
        About{"how far a part of a board may be from the nearest picture, in standard deviations",
              0.1, 100});
  visit("labels", named.labels, About{"what each picture after the first shows"});
  visit(
      "pictures", named.pictures,
      About{"pictures of parts of a board, the first of how much they vary: a PNG in hexadecimal"});
}

class NamedAtlas {
 public:
  /// Throws Error, naming the skin's table, if the pictures are malformed or do not match the
  /// labels, or if they are not `pixels` high (0: of any height).
  NamedAtlas(const NamedPictures& named, const std::string& table, int pixels = 0);
  /// `labels` are the names of the atlas's labels 0, 1, ...
  NamedAtlas(Atlas atlas, std::vector<std::string> labels);

  NamedPictures pictures() const;
  const Atlas& atlas() const { return atlas_; }
  void widen(float share) { atlas_.widen(share); }
  /// The label may be a new one.
  void add(std::string_view label, const cv::Mat& patch);
  const std::string& label(int number) const { return labels_[static_cast<std::size_t>(number)]; }
  /// The label's number; -1 if it is none of them.
  int number_of(std::string_view label) const;

 private:
  Atlas atlas_;
  std::vector<std::string> labels_;  ///< by the atlas's numbers
};

}  // namespace eyehand::cells
