#include "manual/hidden.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>

#include "manual/commands.hpp"
#include "puzzle/error.hpp"

namespace eyehand::manual {
namespace {

namespace fs = std::filesystem;

void write(const Page& page, const fs::path& folder) {
  const fs::path file = folder / page.file();
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream out(file);
  out << page.text();
  if (!out.flush()) throw Error(file.string() + ": cannot be written.");
}

}  // namespace

std::optional<std::string> hidden_option(const CLI::App& program, int argc, char** argv,
                                         const Lists& lists,
                                         const std::function<std::vector<Page>()>& more) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--complete") return completions(program, {argv + 2, argv + argc}, lists);
  if (name != "--manual" || argc != 3) return std::nullopt;
  for (const Page& page : pages(program)) write(page, argv[2]);
  for (const Page& page : more()) write(page, argv[2]);
  return "";
}

}  // namespace eyehand::manual
