// What every planner must fulfil.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "actuator/gesture.hpp"
#include "puzzle/error.hpp"

namespace eyehand::test {

/// Every point that a gesture touches.
inline std::vector<ScreenPoint> points_of(const Gesture& gesture) {
  if (const auto* click = std::get_if<Click>(&gesture)) return {click->at};
  if (const auto* move = std::get_if<Move>(&gesture)) return {move->at};
  const auto* drag = std::get_if<Drag>(&gesture);
  if (!drag) return {};
  std::vector<ScreenPoint> points = drag->via;
  points.push_back(drag->from);
  points.push_back(drag->to);
  return points;
}

/// `plan(board, where)` plans from a board to one fixed solution, which `solved` shows and `now`
/// does not; `where` has the places of its cells. Nothing is planned for a solved board, the same
/// board gives the same plan, gestures stay within the places, and too few places are an Error.
template <class Board, class Planner>
void expect_planner(const Board& now, const Board& solved, const std::vector<ScreenPoint>& where,
                    Planner&& plan) {
  EXPECT_TRUE(plan(solved, where).empty()) << "a plan for a solved board";
  const Plan found = plan(now, where);
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, plan(now, where));
  int left = where[0].x, right = left, top = where[0].y, bottom = top;
  for (const ScreenPoint p : where) {
    left = std::min(left, p.x), right = std::max(right, p.x);
    top = std::min(top, p.y), bottom = std::max(bottom, p.y);
  }
  for (const Gesture& gesture : found)
    for (const ScreenPoint p : points_of(gesture))
      EXPECT_TRUE(p.x >= left && p.x <= right && p.y >= top && p.y <= bottom) << p.x << "," << p.y;
  const std::span<const ScreenPoint> too_few(where.data(), where.size() - 1);
  EXPECT_THROW(plan(now, too_few), Error);
}

}  // namespace eyehand::test
