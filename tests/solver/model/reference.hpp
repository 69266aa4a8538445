// Compares a game's own solver with its description on the modelling layer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/model/solve.hpp"

namespace eyehand::model {

/// The first solutions, at most `limit`, each as `convert(marks)`.
template <class Convert>
auto solutions(const Model& model, std::uint64_t limit, Convert&& convert) {
  std::vector<decltype(convert(std::vector<int>()))> found;
  Solutions all(model);
  while (found.size() < limit) {
    const auto marks = all.next();
    if (!marks) break;
    found.push_back(convert(*marks));
  }
  return found;
}

/// Whether a solver found as many solutions as the reference, both up to the limit, and among them
/// this answer.
template <class Answer>
void expect_agreement(std::uint64_t count, const Answer& answer,
                      const std::vector<Answer>& solutions, std::uint64_t limit) {
  ASSERT_EQ(count, solutions.size());
  ASSERT_EQ(answer.empty(), solutions.empty());
  if (!solutions.empty() && solutions.size() < limit) {
    EXPECT_EQ(std::count(solutions.begin(), solutions.end(), answer), 1);
  }
}

}  // namespace eyehand::model
