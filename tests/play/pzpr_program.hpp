// pzpr in Chromium, on a page that node serves from build/pzpr.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "tests/support/desktop.hpp"

namespace eyehand::test {

class PzprProgram {
 public:
  /// What it needs that is missing; empty if it can be started.
  static std::string missing();

  /// Serves the page until it is destroyed. Throws std::runtime_error if the server does not start.
  explicit PzprProgram(Desktop& desktop);
  /// The command that shows a board that pzpr calls this, such as
  /// "lightup/7/7/k1l.i.2.h.j0g1h1l2p"; the others are shown when the page is loaded anew. `size`:
  /// of the window, "WIDTH,HEIGHT".
  std::vector<std::string> show(const std::vector<std::string>& boards,
                                const std::string& size) const;
  /// The command that shows this board in cells of about `cell_px` pixels.
  std::vector<std::string> show(const slitherlink::Board& board, int cell_px) const;

 private:
  TempFolder profile_;
  std::unique_ptr<Process> server_;
  std::string address_;
};

}  // namespace eyehand::test
