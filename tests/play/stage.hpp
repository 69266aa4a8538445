// A desktop with one program on it, `eyehand play` as its user starts it, and a test that watches
// both with eyes of its own.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "puzzle/net/board.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/event_recorder.hpp"
#include "vision/capture.hpp"

namespace eyehand::test {

/// Waits for a process's end, reading the recorder meanwhile: the server keeps only some hundred
/// events for one that does not read. Its exit code; nothing if there is none within the limit.
std::optional<int> exit_code(Process& process, Desktop& desktop, EventRecorder& recorder,
                             std::chrono::milliseconds limit = std::chrono::minutes(4));

/// How many games a test plays where `count` are played at full effort: otherwise a third, rounded
/// up.
inline int games(int count) {
  return is_full_effort() ? count : (count + 2) / 3;
}

/// How a command ended, and what it wrote.
struct Ended {
  std::optional<int> code;  ///< nothing: it did not end in time
  std::string output;
};

/// How a run of `eyehand play --json` ended, and what it said of each game.
struct Played {
  int code = -1;
  std::vector<nlohmann::json> games;
  std::string err;

  int clicks() const;          ///< of all games
  int clicks_planned() const;  ///< likewise
  /// Of the last game; "" if there was none.
  std::string result() const;
};

/// `eyehand play --json`, under way in an empty folder of its own.
class Player {
 public:
  Player(Desktop& desktop, EventRecorder& recorder, const std::vector<std::string>& arguments,
         const Environment& more);
  Process& process() { return *process_; }
  std::filesystem::path folder() const { return folder_.path(); }
  /// Waits for its end. Fails the test if there is none within a few minutes.
  Played finish();

 private:
  Desktop& desktop_;
  EventRecorder& recorder_;
  TempDir folder_;
  std::unique_ptr<Process> process_;
};

/// What the test sees in a capture of its own.
struct Sighting {
  std::string rejection = "nothing was seen";  ///< empty if the board was read for certain
  bool solved = false;                         ///< ... and the game's checker accepts it
  std::string text;                            ///< the board in the game's text format
  net::Board board;                            ///< of Net alone
  x11::Rect area;                              ///< of the board, on the root
  cv::Mat picture;
};

class Stage : public testing::Test {
 protected:
  explicit Stage(x11::Size screen = {1280, 1024}, WithManager with_manager = WithManager::yes);
  /// Leaves a picture of the window behind when the test has failed.
  void TearDown() override;

  /// Starts the program that this skin is for and waits for its window.
  void start(const std::string& skin, const std::vector<std::string>& command,
             const Environment& more = {});
  /// KNetWalk at this level ("Medium"). Skips the test where it is not installed.
  void start_knetwalk(const std::string& level);
  x11::WindowId window() const { return window_; }
  x11::WindowInfo info();
  void move(x11::Point to);
  /// Asks for the size; the program or the window manager may give another.
  void resize(x11::Size to);
  void minimise();
  /// Waits a while for a board that can be read.
  Sighting observe();

  /// Runs `eyehand` with these words to its end.
  Ended run_eyehand(std::vector<std::string> words);

  Played play(std::vector<std::string> arguments = {}, const Environment& more = {});
  std::unique_ptr<Player> begin_play(std::vector<std::string> arguments = {},
                                     const Environment& more = {});
  /// Whether so many buttons were pressed before a long time had passed.
  bool has_pressed(std::size_t count);

  /// A folder for EYEHAND_SKINS with this skin, but so long between its clicks.
  Environment slow_skin(const std::string& skin, int gap_ms);

  /// Exit code 0, nothing is held, and a look of the test's own shows the solved board, which is
  /// returned. `wraps_unseen`: it is a Net board that wraps, and nothing on it shows that.
  Sighting expect_solved(const Played& played, bool wraps_unseen = false);
  /// And every click that was sent had been planned from the start, and was on the board as it lies
  /// now.
  void expect_played(const Played& played, bool wraps_unseen = false);
  /// The presses from the one of this number to before that one lay in this area.
  void expect_presses_within(const x11::Rect& area, std::size_t from = 0,
                             std::size_t to = std::string::npos);
  void expect_nothing_held();

  Desktop desktop_;
  EventRecorder recorder_;
  std::unique_ptr<Process> program_;

 private:
  void configure(const x11::Rect& place, unsigned mask);

  x11::WindowId window_ = 0;
  const Game* game_ = nullptr;
  std::unique_ptr<PuzzleSession> session_;
  std::unique_ptr<WindowSource> screen_;
  TempDir skins_;
};

}  // namespace eyehand::test
