#include "process/run_program.hpp"

#include "process/process.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxOutput = 16u << 20;
/// How often the size of the output is checked.
constexpr auto kCheckEvery = 50ms;

Environment parse_entries(const std::vector<std::string>& entries) {
  Environment environment;
  for (const std::string& entry : entries) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos) throw Error("'" + entry + "' must be NAME=VALUE.");
    environment[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  return environment;
}

}  // namespace

std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit) {
  Process process(command, parse_entries(environment));
  const auto deadline = Deadline::after(limit);
  std::optional<int> code;
  do {
    if (process.output_bytes() > kMaxOutput) break;
    code = process.wait(deadline.at_most(kCheckEvery));
  } while (!code && !deadline.passed());
  if (process.output_bytes() > kMaxOutput)
    throw Error("'" + command[0] + "' printed more than 16 MiB.");
  if (!code) {
    process.signal_group(SIGKILL);
    throw Error("'" + command[0] + "' did not end within " + std::to_string(limit.count()) +
                " ms.");
  }
  std::string output = process.output();
  if (*code != 0)
    throw Error("'" + command[0] + "' failed with exit code " + std::to_string(*code) + ": " +
                output.substr(0, 400));
  return output;
}

}  // namespace eyehand
