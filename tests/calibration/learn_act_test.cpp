// What is learned from pictures of boards, tested without a program.
#include <gtest/gtest.h>

#include <algorithm>

#include "calibration/slitherlink/fit.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::calibration {
namespace {

TEST(LearnSlitherlinkGrid, FindsDotsEdgesAndSimilarNumbers) {
  const test::SgtProgram program("sgt-loopy");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-loopy is not installed";
  const std::string id = "7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b";
  const Frame frame = program.draw({id}, 0);
  const auto found = find_grid(frame, slitherlink::Method::strokes);
  ASSERT_TRUE(found);
  const auto truth = slitherlink::from_text(id);
  ASSERT_EQ(found->grid().shape(), truth.grid->shape());
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

TEST(LearnSlitherlinkGrid, IsNotReadAfterTheDeadline) {
  const test::SgtProgram program("sgt-loopy");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-loopy is not installed";
  const Frame frame = program.draw({"7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b"}, 0);
  slitherlink::Appearance appearance;
  EXPECT_TRUE(slitherlink::read(frame, appearance).board.grid);
  EXPECT_FALSE(slitherlink::read(frame, appearance, nullptr, Deadline::after({})).board.grid);
}

TEST(LearnSlitherlinkGrid, FindsNoneInAPictureWithoutDots) {
  cv::Mat picture(200, 300, CV_8UC3, cv::Scalar(90, 120, 40));
  picture(cv::Rect(50, 60, 40, 40)).setTo(cv::Scalar(0, 0, 0));
  for (const auto method : {slitherlink::Method::strokes, slitherlink::Method::dots})
    EXPECT_FALSE(find_grid({picture, {}, {}}, method));
}

}  // namespace
}  // namespace eyehand::calibration
