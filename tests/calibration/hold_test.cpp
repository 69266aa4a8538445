// No skin reads worse than its stored baseline.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "calibration/check_report.hpp"
#include "player/files.hpp"
#include "process/find_program.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::calibration {
namespace {

namespace fs = std::filesystem;

const std::string kSkins = test::source_path("skins/");

/// The skins that have samples and whose program is available: a sanitized build has no
/// eyehand-arena.
std::vector<std::string> skin_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSkins)) {
    if (entry.path().extension() != ".toml") continue;
    const auto samples = load_skin(entry.path()).samples;
    if (samples.render.empty() && samples.pictures.empty()) continue;
#ifdef EYEHAND_SANITIZED
    if (!samples.render.empty() && samples.render.front() == "eyehand-arena") continue;
#endif
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Hold : public ::testing::TestWithParam<std::string> {};

TEST_P(Hold, NothingReadsWorseThanItsBaseline) {
  const Skin skin = load_skin(kSkins + GetParam() + ".toml");
  if (!skin.samples.render.empty() && !find_program(skin.samples.render.front()))
    GTEST_SKIP() << skin.samples.render.front() << " is not installed";
  const std::string file = kSkins + "figures/" + GetParam() + ".json";
  const Baseline baseline = parse_baseline(read_file(file, 1 << 20), file);
  const Samples samples(skin, {});
  CheckOptions options;
  options.seed = baseline.seed;
#ifdef EYEHAND_SANITIZED
  options.boards = 1;
  options.sweeps = {"shift"};
  const Checked checked = check(skin, samples, options);
  EXPECT_EQ(checked.plain_boards, (Counts{1, 0, 0}));
#else
  options.boards = baseline.boards;
  options.sweeps = is_full_effort() ? baseline.sweeps : std::vector<std::string>{"size", "shift"};
  const Checked checked = check(skin, samples, options);
  const Comparison comparison = compare(checked, baseline);
  for (const std::string& line : comparison.worse) ADD_FAILURE() << line;
  EXPECT_TRUE(comparison.holds()) << to_text(checked);
  // Undistorted, every board is read.
  EXPECT_EQ(checked.plain_boards.right, checked.boards);
#endif
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Skins, Hold, ::testing::ValuesIn(skin_names()), test_name);

}  // namespace
}  // namespace eyehand::calibration
