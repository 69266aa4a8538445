// Options that --help does not show: what the build and the shells' completions ask a program for.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "manual/complete.hpp"
#include "manual/page.hpp"

namespace eyehand::manual {

/// What to print if the arguments are one of these; nothing otherwise. Throws Error.
///
///   --manual FOLDER      writes the manual pages, and what `more` returns, there
///   --complete WORDS...  prints completions()
std::optional<std::string> hidden_option(
    const CLI::App& program, int argc, char** argv, const Lists& lists = {},
    const std::function<std::vector<Page>()>& more = [] { return std::vector<Page>(); });

}  // namespace eyehand::manual
