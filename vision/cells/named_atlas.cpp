#include "vision/cells/named_atlas.hpp"

#include <algorithm>
#include <utility>

#include "puzzle/error.hpp"
#include "vision/cells/picture_text.hpp"

namespace eyehand::cells {

NamedAtlas::NamedAtlas(const NamedPictures& named, const std::string& table, int pixels) {
  Atlas::Sheet sheet{picture_from(named.pictures, "the pictures of " + table), {}, named.reach};
  for (const std::string& label : named.labels) {
    const auto known = std::find(labels_.begin(), labels_.end(), label);
    sheet.labels.push_back(static_cast<int>(known - labels_.begin()));
    if (known == labels_.end()) labels_.push_back(label);
  }
  atlas_ = Atlas(sheet);
  if (pixels > 0 && atlas_.side() != pixels)
    throw Error("the pictures of " + table + " must be " + std::to_string(pixels) +
                " pixels high.");
}

NamedAtlas::NamedAtlas(Atlas atlas, std::vector<std::string> labels)
    : atlas_(std::move(atlas)), labels_(std::move(labels)) {}

NamedPictures NamedAtlas::pictures() const {
  const Atlas::Sheet sheet = atlas_.sheet();
  NamedPictures named{picture_text(sheet.picture), {}, sheet.reach};
  for (const int each : sheet.labels) named.labels.push_back(label(each));
  return named;
}

void NamedAtlas::add(std::string_view label, const cv::Mat& patch) {
  if (number_of(label) < 0) labels_.emplace_back(label);
  atlas_.add(number_of(label), patch);
}

int NamedAtlas::number_of(std::string_view label) const {
  const auto found = std::find(labels_.begin(), labels_.end(), label);
  return found == labels_.end() ? -1 : static_cast<int>(found - labels_.begin());
}

}  // namespace eyehand::cells
