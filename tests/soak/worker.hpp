// Games in a row on one display, with faults.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "process/process.hpp"
#include "tests/soak/auditor.hpp"
#include "tests/soak/fault_injector.hpp"
#include "tests/soak/observer.hpp"
#include "tests/soak/report.hpp"
#include "tests/soak/session.hpp"
#include "tests/soak/stream.hpp"

namespace eyehand::soak {

struct WorkerOptions {
  int games = 100;
  std::uint64_t seed = 1;
  int first = 1, step = 1;  ///< which of the games this worker plays
  std::vector<const Program*> programs;
  std::vector<Fault> faults;
  int games_per_program = 25;  ///< before switching to another program
};

class Worker {
 public:
  explicit Worker(const WorkerOptions& options);
  ~Worker();

  /// Calls `report` after each game. Ends early on Ctrl-C. Throws std::runtime_error, or Error, if
  /// the setup itself fails several times in a row.
  void run(const std::function<void(const Game&)>& report);

 private:
  struct Stage;

  void set_up(const Program& program);
  Game play(int number);
  bool watch(Game& game, Process& eyehand, FaultInjector& injector, Random& random);
  void read_stream(bool all);

  const WorkerOptions& options_;
  std::unique_ptr<Stage> stage_;
  bool is_solved_ = false;      ///< the board on the screen
  double usual_seconds_ = 0.7;  ///< of a game
};

}  // namespace eyehand::soak
