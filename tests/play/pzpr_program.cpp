#include "tests/play/pzpr_program.hpp"

#include <filesystem>
#include <stdexcept>

#include "process/find_program.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "puzzle/text.hpp"
#include "tests/play/chromium.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

const std::filesystem::path kModules = test::source_path("build/pzpr/node_modules");

}  // namespace

std::string PzprProgram::missing() {
  for (const char* program : {"chromium", "node"})
    if (!find_program(program)) return std::string(program) + " is not installed";
  if (!std::filesystem::exists(kModules / "pzpr"))
    return "pzpr is not there; scripts/fetch-pzpr fetches it";
  return "";
}

PzprProgram::PzprProgram(Desktop& desktop) {
  server_ =
      desktop.launch({"node", test::source_path("tests/play/pzpr/serve.js"), kModules.string()});
  if (!desktop.eventually([&] { return server_->output().ends_with("\n"); }))
    throw std::runtime_error("pzpr's page is not served: " + server_->output());
  address_ = server_->output();
  address_.pop_back();
}

std::vector<std::string> PzprProgram::show(const std::vector<std::string>& boards,
                                           const std::string& size) const {
  return chromium(address_ + "/page.html?" + joined(boards, {}, "&"), size, profile_.path());
}

std::vector<std::string> PzprProgram::show(const slitherlink::Board& board, int cell_px) const {
  std::string body = slitherlink::to_pzpr(board);
  body.erase(0, body.find("slither/"));
  const auto shape = board.grid->shape();
  const std::string size = std::to_string((shape->columns + 1) * cell_px + 2) + "," +
                           std::to_string((shape->rows + 1) * cell_px + 2);
  return show({body}, size);
}

}  // namespace eyehand::test
