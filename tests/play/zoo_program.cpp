#include "tests/play/zoo_program.hpp"

#include <sstream>
#include <stdexcept>

#include "process/find_program.hpp"
#include "tests/play/chromium.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

/// Prints what is at the address given to it.
constexpr const char* kFetch =
    "fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))";

}  // namespace

std::string ZooProgram::missing() {
  for (const char* program : {"chromium", "node"})
    if (!find_program(program)) return std::string(program) + " is not installed";
  return "";
}

ZooProgram::ZooProgram(Desktop& desktop) : desktop_(desktop) {
  server_ = desktop.launch({"node", test::source_path("scripts/zoo"), "--serve"});
  if (!desktop.eventually([&] { return server_->output().ends_with("\n"); }))
    throw std::runtime_error("the zoo's pages are not served: " + server_->output());
  address_ = server_->output();
  address_.resize(address_.find("/?"));
}

std::vector<std::string> ZooProgram::show(const std::string& query) const {
  return chromium(address_ + "/?page=test&" + query, "1000,800", profile_.path());
}

std::vector<nlohmann::json> ZooProgram::truth() const {
  const auto fetch = desktop_.launch({"node", "-e", kFetch, address_ + "/truth?page=test"});
  if (fetch->wait(20s) != 0)
    throw std::runtime_error("the zoo does not answer: " + fetch->output());
  std::vector<nlohmann::json> events;
  std::istringstream lines(fetch->output());
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) events.push_back(nlohmann::json::parse(line));
  return events;
}

}  // namespace eyehand::test
