// The manual pages of a program, made from what its --help is made from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "manual/page.hpp"

namespace eyehand::manual {

/// One page for the program and one for each command, such as eyehand-calibrate-check. In a footer,
/// lines that are indented stay as they are, and "Examples:" and "Exit codes:" begin sections.
std::vector<Page> pages(const CLI::App& program);

}  // namespace eyehand::manual
