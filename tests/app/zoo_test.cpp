// What of scripts/zoo needs no browser.
#include <gtest/gtest.h>

#include <chrono>

#include "process/process.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

TEST(Zoo, ResultsOfShardsAreJoined) {
  Process test({"node", test::source_path("tests/zoo/shards_test.js")});
  EXPECT_EQ(test.wait(std::chrono::minutes(1)), 0) << test.output();
}

}  // namespace
}  // namespace eyehand::test
