#include "player/bundle.hpp"

#include <gtest/gtest.h>

#include "player/files.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

GameReport stuck_report() {
  GameReport report;
  report.end = End::stuck;
  report.why = "clicks have <no> effect";
  report.first.text = "3x1:123";
  report.before = cv::Mat(20, 30, CV_8UC3, cv::Scalar(1, 2, 3));
  report.overlay = cv::Mat(20, 30, CV_8UC3, cv::Scalar(4, 5, 6));
  report.after = cv::Mat(20, 30, CV_8UC3, cv::Scalar(7, 8, 9));
  report.parts = {{{"tile", "3"}, 1.0F, {0, 0, 9, 8}},
                  {{"tile", "?"}, 0.5F, {9, 0, 9, 8}},
                  {{"clue", "1"}, 0.75F, {0, 8, 9, 8}}};
  report.gestures = {{0.25, Click{{10, 20}, 3}, GestureStatus::ok},
                     {0.5, Click{{11, 20}, 1}, GestureStatus::covered}};
  return report;
}

TEST(Bundles, HoldEverythingKnown) {
  const TempFolder folder;
  const auto there = folder.path() / "deep" / "game-3";
  const GameReport report = stuck_report();
  write_bundle(there, "Game 3", report, "0.1 read 3x1\n");
  const auto text = [&](const char* file) { return read_file(there / file, 1 << 20); };
  EXPECT_EQ(text("log.txt"), "0.1 read 3x1\n");
  EXPECT_EQ(text("board.txt"), "3x1:123\n");
  EXPECT_EQ(text("scores.txt"),
            "0.500  tile ? at 9,0 (9x8)\n"
            "0.750  clue 1 at 0,8 (9x8)\n"
            "1.000  tile 3 at 0,0 (9x8)\n");
  EXPECT_EQ(text("gestures.txt"),
            "   0.2500 s  click 3 at 10,20\n"
            "   0.5000 s  click 1 at 11,20  NOT DONE: window covered\n");
  for (const auto& [file, image] : {std::pair{"before.png", report.before},
                                    {"overlay.png", report.overlay},
                                    {"after.png", report.after}})
    EXPECT_EQ(cv::norm(load_png(there / file), image, cv::NORM_INF), 0) << file;
  const std::string page = text("index.html");
  EXPECT_NE(page.find("stuck: clicks have &lt;no&gt; effect"), std::string::npos);
  EXPECT_NE(page.find("NOT DONE"), std::string::npos);
  EXPECT_NE(page.find("data:image/png"), std::string::npos);
}

TEST(Bundles, LeaveOutEmptyFiles) {
  const TempFolder folder;
  GameReport report;
  report.end = End::no_window;
  write_bundle(folder.path(), "Game 1", report, "");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "index.html"));
  for (const char* file : {"before.png", "after.png", "overlay.png", "log.txt", "scores.txt"})
    EXPECT_FALSE(std::filesystem::exists(folder.path() / file)) << file;
}

TEST(Bundles, AFolderThatCannotBeMadeIsAnError) {
  const TempFolder folder;
  write_file(folder.path() / "file", "");
  EXPECT_THROW(write_bundle(folder.path() / "file" / "x", "", stuck_report(), ""), Error);
}

TEST(Bundles, DescribeGestures) {
  EXPECT_EQ(to_text(Gesture(Drag{{1, 2}, {5, 6}, 1, {{3, 4}}})), "drag 1 from 1,2 over 3,4 to 5,6");
  EXPECT_EQ(to_text(Gesture(Key{"ctrl+n"})), "key ctrl+n");
  EXPECT_EQ(to_text(Gesture(Pause{std::chrono::milliseconds(20)})), "pause 20 ms");
}

}  // namespace
}  // namespace eyehand
