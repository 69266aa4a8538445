// A Slurm cluster of this machine alone, on the loopback interface.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/temp_folder.hpp"

namespace eyehand::test {

class SlurmCluster {
 public:
  /// A program that it needs and that is not installed.
  static std::optional<std::string> missing_program();

  /// Ready for jobs once constructed. Throws std::runtime_error with log() if it does not start.
  SlurmCluster();

  /// For sbatch and the like.
  Environment environment() const;
  /// What its daemons have written.
  std::string log() const;

 private:
  std::unique_ptr<Process> start(const std::vector<std::string>& command) const;
  std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

  // Ended in the opposite order.
  TempFolder folder_;
  std::unique_ptr<Process> munged_, controller_, node_;
};

}  // namespace eyehand::test
