#include "player/drawing.hpp"

#include <fmt/format.h>

#include <cassert>

#include "player/games.hpp"
#include "puzzle/index.hpp"

namespace eyehand {

int Course::when(int cell) const {
  if (at(cell) >= decided_at.size() || decided_at[at(cell)] == 0) return end;
  return decided_at[at(cell)];
}

Course course_of(const TextSolution& solution, std::span<const Deduction> steps) {
  Course course{.solution = solution.answer.empty() ? nullptr : &solution};
  for (const Deduction& step : steps) {
    for (const int cell : step.decided) {
      if (at(cell) >= course.decided_at.size()) course.decided_at.resize(at(cell) + 1, 0);
      if (course.decided_at[at(cell)] == 0) course.decided_at[at(cell)] = course.end;
    }
    ++course.end;
  }
  return course;
}

void DrawnCell::add(int from, const std::string& content) {
  assert(states.empty() || states.back().from <= from);
  if (!states.empty() && states.back().from == from) states.pop_back();
  if (states.empty() ? content.empty() : states.back().content == content) return;
  states.push_back({from, content});
}

namespace svg {

std::string rectangle(double x, double y, double width, double height,
                      std::string_view attributes) {
  return fmt::format(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" {}/>)", x, y, width,
                     height, attributes);
}

std::string line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  return fmt::format(R"(<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" {}/>)", x1, y1, x2, y2,
                     attributes);
}

std::string circle(double x, double y, double radius, std::string_view attributes) {
  return fmt::format(R"(<circle cx="{:g}" cy="{:g}" r="{:g}" {}/>)", x, y, radius, attributes);
}

std::string text(double x, double y, std::string_view text, std::string_view attributes,
                 double size) {
  // Half of the height of a digit.
  constexpr double kRise = 0.36;
  return fmt::format(
      R"(<text x="{:g}" y="{:g}" font-size="{:g}" font-family="sans-serif" text-anchor="middle" {}>{}</text>)",
      x, y + kRise * size, size, attributes, text);
}

std::string square(double x, double y) {
  return fmt::format("{0:g},{1:g} {2:g},{1:g} {2:g},{3:g} {0:g},{3:g}", x, y, x + kDrawnCell,
                     y + kDrawnCell);
}

}  // namespace svg
}  // namespace eyehand
