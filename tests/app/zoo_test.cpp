// What of scripts/zoo needs no browser.
#include <gtest/gtest.h>

#include <chrono>

#include "process/process.hpp"

namespace eyehand::test {
namespace {

TEST(Zoo, ResultsOfShardsAreJoined) {
  Process test({"node", EYEHAND_SOURCE "/tests/zoo/shards_test.js"});
  EXPECT_EQ(test.wait(std::chrono::minutes(1)), 0) << test.output();
}

}  // namespace
}  // namespace eyehand::test
