// A desktop with one program, `eyehand play` as its user starts it, and a test that observes both
// independently.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/net/board.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/event_recorder.hpp"
#include "vision/capture.hpp"

namespace eyehand::test {

/// Waits for a process to end, reading the recorder meanwhile, because the server keeps only a few
/// hundred events for a client that does not read. Returns its exit code; nothing if it does not
/// end in time.
std::optional<int> exit_code(Process& process, Desktop& desktop, EventRecorder& recorder,
                             std::chrono::milliseconds limit = std::chrono::minutes(4));

/// How many games a test plays where `count` are played with EYEHAND_EFFORT=all: a
/// third, rounded up.
inline int games(int count) {
  const int share = is_full_effort() ? 1 : 3;
  return (count + share - 1) / share;
}

/// Whether this test case is of the half of a test's many programs or boards that runs only with
/// EYEHAND_EFFORT=all.
inline bool is_left_out() {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  return !is_full_effort() && std::hash<std::string>()(name) % 2 == 1;
}
inline constexpr const char* kOnlyWithAll = "run with EYEHAND_EFFORT=all";

/// How a command ended, and what it wrote.
struct Ended {
  std::optional<int> code;  ///< nothing: it did not end in time
  std::string output;
};

/// How a run of `eyehand play --json` ended, and what it reported for each game.
struct Played {
  int code = -1;
  std::vector<nlohmann::json> games;
  std::string err;

  int clicks() const;          ///< of all games
  int clicks_planned() const;  ///< likewise
  /// Of the last game; "" if there was none.
  std::string result() const;
};

/// `eyehand play --json`, running in an empty folder of its own.
class Player {
 public:
  Player(Desktop& desktop, EventRecorder& recorder, const std::vector<std::string>& arguments,
         const Environment& more);
  Process& process() { return *process_; }
  std::filesystem::path folder() const { return folder_.path(); }
  /// Waits for it to end. Fails the test if it does not within a few minutes.
  Played finish();

 private:
  Desktop& desktop_;
  EventRecorder& recorder_;
  TempFolder folder_;
  std::unique_ptr<Process> process_;
};

/// What the test reads from a capture of its own.
struct Sighting {
  std::string rejection = "nothing was seen";  ///< empty if the board was read with certainty
  bool solved = false;                         ///< ... and the game's checker accepts it
  std::string text;                            ///< the board in the game's text format
  net::Board board;                            ///< only for Net
  x11::Rect area;                              ///< of the board, on the root
  cv::Mat picture;
};

class Stage : public testing::Test {
 protected:
  explicit Stage(x11::Size screen = {1280, 1024}, WithManager with_manager = WithManager::yes);
  /// On a server that is there already.
  explicit Stage(const char* display);
  /// Leaves a picture of the window if the test has failed.
  void TearDown() override;

  /// Starts the program that this skin is for and waits for its window. Ends the one started
  /// before.
  void start(const std::string& skin, const std::vector<std::string>& command,
             const Environment& more = {});
  /// KNetWalk at a level such as "Medium". Skips the test if it is not installed.
  void start_knetwalk(const std::string& level);
  /// GNOME Lights Off, by the skin for its version. Skips the test if it is not installed.
  void start_lightsoff();
  /// The skin by which a program was started.
  const std::string& skin_name() const { return skin_name_; }
  x11::WindowId window() const { return window_; }
  x11::WindowInfo info();
  void move(ScreenPoint to);
  /// Requests the size; the program or the window manager may choose another.
  void resize(x11::Size to);
  void minimise();
  /// Shows the minimised window again.
  void restore();
  /// Waits for a board that can be read, or that the player would uncover, up to a limit.
  Sighting observe();

  /// Runs `eyehand` with these arguments until it ends.
  Ended run_eyehand(std::vector<std::string> words);

  Played play(std::vector<std::string> arguments = {}, const Environment& more = {});
  std::unique_ptr<Player> begin_play(std::vector<std::string> arguments = {},
                                     const Environment& more = {});
  /// Whether `count` buttons are pressed within 30 s.
  bool has_pressed(std::size_t count);

  /// EYEHAND_SKINS: a folder with this skin, but with this gap between its clicks.
  Environment slow_skin(const std::string& skin, int gap_ms);

  /// Exit code 0, nothing is held, and a capture of the test's own shows the solved board, which is
  /// returned. `wraps_unseen`: it is a Net board that wraps without showing it.
  Sighting expect_solved(const Played& played, bool wraps_unseen = false);
  /// As expect_solved; and every click sent was in the first plan, and lay on the board where it is
  /// now.
  void expect_played(const Played& played, bool wraps_unseen = false);
  /// The presses number `from` to before `to` lay in this area.
  void expect_presses_within(const x11::Rect& area, std::size_t from = 0,
                             std::size_t to = std::string::npos);
  void expect_nothing_held();

  Desktop desktop_;
  EventRecorder recorder_;
  std::unique_ptr<Process> program_;

 private:
  void configure(const x11::Rect& place, unsigned mask);

  std::string skin_name_;
  x11::WindowId window_ = 0;
  const Game* game_ = nullptr;
  std::unique_ptr<PuzzleSession> session_;
  std::unique_ptr<WindowSource> screen_;
  TempFolder skins_;
};

}  // namespace eyehand::test
