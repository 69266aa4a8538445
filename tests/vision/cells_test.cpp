// Reading boards by an atlas of their cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/reading.hpp"

namespace eyehand::cells {
namespace {

constexpr int kPixels = 12;

/// A board of lamps with a glow on a background that gets lighter, with buttons around it.
cv::Mat window_with(const std::vector<int>& lamps, const Lattice& lattice, cv::Size size) {
  cv::Mat picture(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(cv::saturate_cast<std::uint8_t>(60 + x / 8), 70,
                                              cv::saturate_cast<std::uint8_t>(80 + y / 10));
  for (int i = 0; i < 5; ++i)
    cv::rectangle(picture, cv::Rect(10 + 70 * i, 4, 50, 18), cv::Scalar(200, 200, 190), cv::FILLED);
  const auto radius = static_cast<int>(0.4 * lattice.pitch);
  for (int i = 0; i < static_cast<int>(lamps.size()); ++i) {
    const cv::Point middle = lattice.centre(i % lattice.columns, i / lattice.columns);
    const bool is_lit = lamps[static_cast<std::size_t>(i)] != 0;
    cv::circle(picture, middle, radius, is_lit ? cv::Scalar(90, 220, 240) : cv::Scalar(50, 60, 60),
               cv::FILLED, cv::LINE_AA);
    cv::circle(picture, middle, radius / 2,
               is_lit ? cv::Scalar(180, 250, 255) : cv::Scalar(70, 80, 80), cv::FILLED,
               cv::LINE_AA);
  }
  return picture;
}

/// The same with plain squares that touch.
cv::Mat window_with_squares(const std::vector<int>& lamps, const Lattice& lattice, cv::Size size) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar(60, 70, 80));
  const cv::Size square(cvRound(lattice.pitch), cvRound(lattice.pitch));
  for (int i = 0; i < static_cast<int>(lamps.size()); ++i) {
    const cv::Point corner = lattice.origin + cv::Point2d(i % lattice.columns * lattice.pitch,
                                                          i / lattice.columns * lattice.pitch);
    const bool is_lit = lamps[static_cast<std::size_t>(i)] != 0;
    cv::rectangle(picture, {corner, square},
                  is_lit ? cv::Scalar(90, 220, 240) : cv::Scalar(30, 30, 160), cv::FILLED);
  }
  return picture;
}

std::vector<int> some_lamps(int count) {
  std::vector<int> lamps;
  for (int i = 0; i < count; ++i) lamps.push_back(i * 7 % 5 < 2);
  return lamps;
}

class CellsTest : public testing::Test {
 protected:
  CellsTest() { learn(window_with(lamps_, lattice_, {400, 320})); }

  /// The board, and what is above and below it, or all around.
  void learn(const cv::Mat& picture, bool all_around = false) {
    std::vector<Sample> samples;
    for (int i = 0; i < static_cast<int>(lamps_.size()); i += 2)
      samples.push_back({lamps_[static_cast<std::size_t>(i)], i,
                         cut(picture, lattice_.centre(i % lattice_.columns, i / lattice_.columns),
                             lattice_.pitch, kPixels)});
    const int beside = all_around ? 1 : 0;
    for (int row = -1; row <= lattice_.rows; ++row)
      for (int column = -beside; column < lattice_.columns + beside; ++column)
        if (row < 0 || row == lattice_.rows || column < 0 || column == lattice_.columns)
          samples.push_back({2, 100 + static_cast<int>(samples.size()),
                             cut(picture, lattice_.centre(column, row), lattice_.pitch, kPixels)});
    reader_.emplace(Atlas(samples), std::vector<std::string>{"unlit", "lit", "beside"}, lattice_,
                    layout_);
  }

  /// The lamps as read, in the form they were given; -1 where uncertain.
  std::vector<int> read(const cv::Mat& picture, Search search) const {
    std::vector<int> lamps;
    for (const Prediction& cell : reader_->read(picture, search).parts)
      lamps.push_back(cell.confidence < kMinConfidence ? -1 : reader_->label(cell.label) == "lit");
    return lamps;
  }

  Layout layout_{.blank = "beside"};
  Lattice lattice_{{40, 50}, 40, 6, 5};
  std::vector<int> lamps_ = some_lamps(lattice_.columns * lattice_.rows);
  std::optional<GridReader> reader_;
};

TEST_F(CellsTest, ReadsTheBoardWhereItWasLearned) {
  std::vector<int> others = lamps_;
  for (int& lamp : others) lamp = 1 - lamp;
  EXPECT_EQ(read(window_with(others, lattice_, {400, 320}), Search::nowhere), others);
}

TEST_F(CellsTest, FindsTheBoardWhereItHasMoved) {
  Lattice moved = lattice_;
  moved.origin += cv::Point2d(33, 47);
  const cv::Mat picture = window_with(lamps_, moved, {420, 340});
  EXPECT_EQ(read(picture, Search::same_size), lamps_);
}

TEST_F(CellsTest, FindsTheBoardAtAnotherSize) {
  const Lattice larger{{70, 60}, 56, 6, 5};
  const cv::Mat picture = window_with(lamps_, larger, {600, 420});
  EXPECT_EQ(read(picture, Search::any_size), lamps_);
}

TEST_F(CellsTest, FindsABoardOfOtherNumbersAtAnotherSize) {
  learn(window_with(lamps_, lattice_, {400, 320}), true);
  const std::vector<int> lamps = some_lamps(7 * 4);
  for (const double pitch : {30, 46}) {
    const cv::Mat picture = window_with(lamps, {{36, 74}, pitch, 7, 4}, {400, 320});
    EXPECT_EQ(read(picture, Search::any_size), lamps) << pitch;
  }
}

TEST_F(CellsTest, ABoardOfOtherNumbersAtAnotherSizeIsNotReadInPart) {
  learn(window_with(lamps_, lattice_, {400, 320}), true);
  cv::Mat picture = window_with(some_lamps(7 * 4), {{36, 74}, 46, 7, 4}, {400, 320});
  // Its last column looks different.
  cv::Mat column = picture(cv::Rect(36 + 6 * 46, 74, 46, 184));
  column += cv::Scalar(0, 90, 90);
  const std::vector<int> read_now = read(picture, Search::any_size);
  EXPECT_GT(std::ranges::count(read_now, -1), 0);
}

TEST_F(CellsTest, PlainSquaresAreReadOnlyIfTheirSizeIsCertain) {
  learn(window_with_squares(lamps_, lattice_, {400, 320}), true);
  EXPECT_EQ(read(window_with_squares(lamps_, lattice_, {400, 320}), Search::nowhere), lamps_);
  const std::vector<int> lamps = some_lamps(7 * 4);
  for (const double pitch : {30, 60}) {
    const cv::Mat picture = window_with_squares(lamps, {{70, 80}, pitch, 7, 4}, {600, 420});
    const std::vector<int> read_now = read(picture, Search::any_size);
    EXPECT_TRUE(read_now == lamps || std::ranges::count(read_now, -1) > 0) << pitch;
  }
}

TEST_F(CellsTest, ReadsMoreCellsThanWereLearned) {
  Lattice wider = lattice_;
  wider.columns = 8;
  std::vector<int> lamps(40);
  for (std::size_t i = 0; i < lamps.size(); ++i) lamps[i] = i % 3 == 0;
  const cv::Mat picture = window_with(lamps, wider, {440, 320});
  EXPECT_EQ(read(picture, Search::nowhere), lamps);
}

TEST_F(CellsTest, RefusesACellThatIsCovered) {
  cv::Mat picture = window_with(lamps_, lattice_, {400, 320});
  cv::rectangle(picture, cv::Rect(lattice_.centre(2, 3), cv::Size(18, 18)),
                cv::Scalar(255, 255, 255), cv::FILLED);
  std::vector<int> expected = lamps_;
  expected[3 * 6 + 2] = -1;
  EXPECT_EQ(read(picture, Search::nowhere), expected);
}

TEST_F(CellsTest, RefusesCellsBeyondThePicture) {
  const cv::Mat picture = window_with(lamps_, lattice_, {400, 320});
  const std::vector<int> lamps = read(picture(cv::Rect(0, 0, 400, 230)), Search::nowhere);
  EXPECT_EQ(std::ranges::count(lamps, -1), lattice_.columns);
}

TEST_F(CellsTest, TheAppearanceKeepsTheReader) {
  const GridReader again(reader_->appearance(), layout_);
  const cv::Mat picture = window_with(lamps_, lattice_, {400, 320});
  const auto reading = again.read(picture, Search::nowhere);
  ASSERT_EQ(reading.parts.size(), lamps_.size());
  for (std::size_t i = 0; i < lamps_.size(); ++i) {
    EXPECT_EQ(again.label(reading.parts[i].label) == "lit", lamps_[i] != 0) << i;
    EXPECT_GE(reading.parts[i].confidence, kMinConfidence) << i;
  }
}

TEST_F(CellsTest, RefusesAnAppearanceThatDoesNotFit) {
  GridAppearance appearance = reader_->appearance();
  appearance.labels.pop_back();
  EXPECT_THROW(GridReader{appearance}, Error);
  appearance = reader_->appearance();
  appearance.pictures[3] = 'g';
  EXPECT_THROW(GridReader{appearance}, Error);
  appearance.pictures = "89504e47";
  EXPECT_THROW(GridReader{appearance}, Error);
}

}  // namespace
}  // namespace eyehand::cells
