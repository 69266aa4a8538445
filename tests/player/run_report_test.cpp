// A run's report and the folders of its games that were not won, as a browser shows them.
#include "player/run_report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "player/bundle.hpp"
#include "player/files.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

constexpr int kPhone = 390, kScreen = 1200;

/// With the longest texts and figures that occur.
RunRecord a_long_run() {
  RunRecord run;
  run.skin = "a-skin-with-a-long-name";
  run.game = "hexiom";
  run.program = "/home/somebody/" + std::string(150, 'x') + "/eyehand-arena hexiom --side 6";
  run.started = "2024-05-31 14:03:59";
  run.displays = 12;
  run.seconds = 4000;
  run.ended = "a program's window disappeared or never opened: '" + std::string(80, 'W') + "'";
  for (int i = 1; i <= 12; ++i) {
    GameRecord game;
    game.number = i;
    game.display = i % 12 + 1;
    game.won = i % 3 != 0;
    game.result = game.won ? "solved" : "unreadable";
    game.covered = game.won;
    game.size = "100x100 wrapping";
    game.seconds = {.wait = 12.3456, .read = 123.4567, .solve = 123.4567, .total = 259.2590};
    game.begun = 30.0 * i;
    game.clicks = game.clicks_planned = 12345;
    game.captures = 123;
    if (!game.won) {
      game.why = "the board cannot be read: " + std::string(60, 'y') + ' ' + std::string(60, 'z');
      game.folder = "display-" + std::to_string(game.display) + "/game-" + std::to_string(i);
    }
    run.games.push_back(std::move(game));
  }
  return run;
}

class Report : public testing::Test {
 protected:
  Report() {
    const RunRecord run = a_long_run();
    write_file(folder_.path() / "report.html", run_page(run, &run));
    GameReport game;
    game.why = std::string(100, 'w');
    game.before = game.after = cv::Mat(200, 320, CV_8UC3, cv::Scalar(90, 120, 60));
    game.first.text = std::string(300, '7');
    for (const GameRecord& record : run.games)
      if (!record.folder.empty())
        write_bundle(folder_.path() / record.folder, "Game " + std::to_string(record.number), game,
                     std::string(300, 'l') + "\n");
  }
  std::string page() const { return read_file(folder_.path() / "report.html", 10 << 20); }

  /// How many pixels too wide the page is for a window `width` pixels wide, and how many of its
  /// tables scroll: "0, 0". Measured by Chromium.
  std::string excess(const std::string& file, int width) const {
    const fs::path measure = folder_.path() / "measure.html";
    write_file(measure,
               "<!DOCTYPE html><iframe id=\"page\" style=\"border: 0\" width=\"" +
                   std::to_string(width) + "\" height=\"800\" src=\"" + file +
                   "\"></iframe><pre id=\"answer\"></pre><script>onload = () => {"
                   "const root = page.contentDocument.documentElement;"
                   "const over = (e) => e.scrollWidth - e.clientWidth;"
                   "const wide = [...root.querySelectorAll('.wide')].filter((e) => over(e) > 0);"
                   "answer.textContent = `<${over(root)}, ${wide.length}>`; };</script>");
    std::string shown = run_program({"chromium", "--headless", "--no-sandbox", "--disable-gpu",
                                     "--allow-file-access-from-files",
                                     "--user-data-dir=" + (folder_.path() / "profile").string(),
                                     "--dump-dom", "file://" + measure.string()},
                                    {});
    const auto from = shown.find("&lt;"), end = shown.find("&gt;");
    if (from == std::string::npos || end == std::string::npos) return shown;
    return shown.substr(from + 4, end - from - 4);
  }

  TempFolder folder_;
};

TEST_F(Report, EveryLinkLeadsToAFileBesideIt) {
  const std::string text = page();
  const std::string_view mark = "href=\"";
  std::size_t links = 0;
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size();
    const std::string target = text.substr(at, text.find('"', at) - at);
    EXPECT_TRUE(fs::path(target).is_relative() && fs::exists(folder_.path() / target)) << target;
    ++links;
  }
  EXPECT_EQ(links, 4U * 3) << "one in the list, two in the table";
}

TEST_F(Report, FitsAPhone) {
  if (!find_program("chromium")) GTEST_SKIP() << "chromium is not installed";
  EXPECT_NE(page().find("width=device-width, initial-scale=1"), std::string::npos);
  EXPECT_TRUE(excess("report.html", kPhone).starts_with("0, ")) << excess("report.html", kPhone);
  const std::string bundle = "display-4/game-3/index.html";
  EXPECT_TRUE(excess(bundle, kPhone).starts_with("0, ")) << excess(bundle, kPhone);
}

TEST_F(Report, TablesFitAScreen) {
  if (!find_program("chromium")) GTEST_SKIP() << "chromium is not installed";
  EXPECT_EQ(excess("report.html", kScreen), "0, 0");
}

}  // namespace
}  // namespace eyehand
