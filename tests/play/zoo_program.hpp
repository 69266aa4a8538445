// A page of the zoo (docs/zoo.md) in Chromium, which knows whether its games were won.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/desktop.hpp"

namespace eyehand::test {

class ZooProgram {
 public:
  /// What it needs that is missing; empty if it can be started.
  static std::string missing();

  /// Serves the pages until it is destroyed. Throws std::runtime_error if the server does not
  /// start.
  explicit ZooProgram(Desktop& desktop);
  /// The command that shows a page; `query` has the game, the seed and axes, as in a URL.
  std::vector<std::string> show(const std::string& query) const;
  /// What the page has reported so far, one object per event.
  std::vector<nlohmann::json> truth() const;

 private:
  Desktop& desktop_;
  TempFolder profile_;
  std::unique_ptr<Process> server_;
  std::string address_;
};

}  // namespace eyehand::test
