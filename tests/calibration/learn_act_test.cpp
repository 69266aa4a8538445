// What effects of acting reveal about a program, tested without a program: colours of moved pieces,
// and pictures of boards.
#include <gtest/gtest.h>

#include <algorithm>

#include "calibration/hexiom/fit.hpp"
#include "calibration/slitherlink/fit.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::calibration {
namespace {

const Rgb kFew(220, 190, 40), kContent(50, 180, 50), kMany(210, 50, 50);

Rgb shown(int touched, int number, double light = 1) {
  return (touched < number ? kFew : touched == number ? kContent : kMany) * light;
}

/// Pieces with these numbers, each observed touching 0 to `most` others.
std::vector<PieceObservation> seen(const std::vector<int>& numbers, int most) {
  std::vector<PieceObservation> sights;
  for (std::size_t kind = 0; kind < numbers.size(); ++kind)
    for (int touched = 0; touched <= most; ++touched)
      sights.push_back({kind, touched, shown(touched, numbers[kind], touched % 2 ? 1 : 0.8)});
  return sights;
}

TEST(LearnHexiomNumbers, FollowFromColours) {
  const std::vector<int> numbers = {2, 0, 3, 1};
  const auto numbers_found = numbers_of(seen(numbers, 4), numbers.size());
  for (std::size_t kind = 0; kind < numbers.size(); ++kind)
    EXPECT_EQ(numbers_found[kind], std::set<int>{numbers[kind]}) << kind;
}

TEST(LearnHexiomNumbers, StayOpenIfNotObserved) {
  // The first touches too few wherever it was.
  auto sights = seen({2, 1}, 4);
  sights.push_back({2, 0, shown(0, 6)});
  sights.push_back({2, 3, shown(3, 6)});
  const auto numbers_found = numbers_of(sights, 3);
  EXPECT_EQ(numbers_found[0], std::set<int>{2});
  EXPECT_EQ(numbers_found[2], (std::set<int>{4, 5, 6}));
}

TEST(LearnHexiomNumbers, CannotBeKnownFromOneColour) {
  const auto numbers_found = numbers_of({{0, 1, kMany}, {0, 3, kMany}}, 1);
  EXPECT_TRUE(numbers_found[0].empty());
}

TEST(LearnSlitherlinkGrid, FindsDotsEdgesAndSimilarNumbers) {
  const test::SgtProgram program("sgt-loopy");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-loopy is not installed";
  const std::string id = "7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b";
  const Frame frame = program.draw({id}, 0);
  const auto found = find_grid(frame);
  ASSERT_TRUE(found);
  const auto truth = slitherlink::from_text(id);
  ASSERT_EQ(found->grid().shape(), truth.grid->shape());
  EXPECT_EQ(found->appearance.method, slitherlink::Method::strokes);
  EXPECT_EQ(found->appearance.dot, (Colour{0, 0, 0}));
  for (int edge = 0; edge < found->grid().edges(); ++edge)
    EXPECT_TRUE(edge_state(frame.image, *found, edge).same(edge_state(frame.image, *found, 0)))
        << edge;
  slitherlink::Appearance appearance = found->appearance;
  appearance.undecided = edge_state(frame.image, *found, 0).colour;
  for (const auto& faces : alike_numbers(frame.image, *found)) {
    const int digit = truth.clues[static_cast<std::size_t>(faces[0])];
    for (const int face : faces)
      EXPECT_EQ(truth.clues[static_cast<std::size_t>(face)], digit) << face;
    for (auto& sample : samples_of(frame.image, *found, faces, digit))
      appearance.digits.push_back(std::move(sample));
  }
  const auto reading = slitherlink::read(frame, appearance);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board, truth);
}

TEST(LearnSlitherlinkGrid, FindsNoneInAPictureWithoutDots) {
  cv::Mat picture(200, 300, CV_8UC3, cv::Scalar(90, 120, 40));
  picture(cv::Rect(50, 60, 40, 40)).setTo(cv::Scalar(0, 0, 0));
  EXPECT_FALSE(find_grid({picture, {}, {}}));
}

}  // namespace
}  // namespace eyehand::calibration
