// Every pattern of patterns.txt is proved, by filling its picture in every way; and the file's
// format.
#include "solver/slitherlink/patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "puzzle/error.hpp"
#include "solver/slitherlink/rules.hpp"
#include "tests/solver/slitherlink/pattern_proof.hpp"

namespace eyehand::slitherlink {
namespace {

/// What all completions have in common, including `before`.
std::vector<Mark> in_common(const Completions& all) {
  std::vector<Mark> marks;
  for (const auto& [line, cross] : all.can_be)
    marks.push_back(!line ? Mark::cross : !cross ? Mark::line : Mark::unknown);
  return marks;
}

TEST(SlitherlinkPatterns, AreAllProved) {
  ASSERT_GE(patterns().size(), 40u);
  for (const Pattern& pattern : patterns()) {
    SCOPED_TRACE(pattern.name);
    const Completions all = completions(pattern, !pattern.needs_way_out);
    if (pattern.is_contradiction) {
      EXPECT_EQ(all.count, 0);
      continue;
    }
    ASSERT_GT(all.count, 0) << "nothing fits: it is a contradiction";
    EXPECT_EQ(pattern.after, in_common(all));
    EXPECT_NE(pattern.after, pattern.before) << "it says nothing";
  }
}

TEST(SlitherlinkPatterns, SayThatTheyNeedAWayOutOnlyWhereTheyDo) {
  for (const Pattern& pattern : patterns()) {
    if (!pattern.needs_way_out) continue;
    const Completions all = completions(pattern, true);
    EXPECT_NE(pattern.after, in_common(all)) << pattern.name;
  }
}

TEST(SlitherlinkPatterns, StayProvedInAllOrientations) {
  for (const Pattern& pattern : patterns())
    for (int orientation = 0; orientation < 8; ++orientation) {
      const Pattern turned = oriented(pattern, orientation);
      const Completions all = completions(turned, !turned.needs_way_out);
      if (turned.is_contradiction)
        EXPECT_EQ(all.count, 0) << pattern.name << ' ' << orientation;
      else
        EXPECT_EQ(turned.after, in_common(all)) << pattern.name << ' ' << orientation;
    }
}

TEST(SlitherlinkPatterns, AProofFailsWhereTooMuchIsSaid) {
  Pattern pattern = patterns()[*rule_named("diagonal threes") - kGeneralRules];
  const auto unsaid = std::find(pattern.after.begin(), pattern.after.end(), Mark::unknown);
  *unsaid = Mark::line;
  EXPECT_NE(pattern.after, in_common(completions(pattern, true)));
}

TEST(SlitherlinkPatterns, HaveEightOrientations) {
  // No symmetry: all eight are different, and mirroring twice gives the first again.
  const auto pattern = parse_patterns(
      "pattern p\n"
      "+-+.+  +-+.+\n"
      ".1.2x  x1.2x\n"
      "+.+.+  +.+.+\n")[0];
  std::vector<Pattern> seen;
  for (int orientation = 0; orientation < 8; ++orientation) {
    const Pattern turned = oriented(pattern, orientation);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), turned), 0) << orientation;
    seen.push_back(turned);
    if (orientation < 5) {
      EXPECT_EQ(oriented(turned, orientation), pattern) << orientation;
    }
  }
  EXPECT_EQ(seen[4].columns, 1);
  EXPECT_EQ(seen[4].rows, 2);
  EXPECT_EQ(seen[1].clues, (std::vector<std::int8_t>{2, 1}));
}

TEST(SlitherlinkPatterns, ReadPicturesAndWords) {
  const auto all = parse_patterns(
      "# comment\n"
      "pattern one\n"
      "because it is one\n"
      "easy\n"
      "  +.+    +-+\n"
      "  .3. -> |3.\n"
      "  +x+    +x+\n"
      "\n"
      "pattern two\n"
      "needs a way out\n"
      "contradiction\n"
      "  +.+\n"
      "  x4.\n"
      "  +.+\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "one");
  EXPECT_EQ(all[0].because, "it is one");
  EXPECT_TRUE(all[0].is_easy);
  EXPECT_FALSE(all[0].needs_way_out);
  EXPECT_EQ(all[0].columns, 1);
  EXPECT_EQ(all[0].clues, std::vector<std::int8_t>{3});
  using enum Mark;
  EXPECT_EQ(all[0].before, (std::vector{unknown, cross, unknown, unknown}));
  EXPECT_EQ(all[0].after, (std::vector{line, cross, line, unknown}));
  EXPECT_TRUE(all[1].needs_way_out);
  EXPECT_TRUE(all[1].is_contradiction);
  EXPECT_EQ(all[1].before, (std::vector{unknown, unknown, cross, unknown}));
}

TEST(SlitherlinkPatterns, RefuseWhatIsNoPattern) {
  for (const char* text : {
           "easy\n",                                                 // before the first
           "pattern p\n",                                            // no picture
           "pattern p\nhard\n",                                      // an unknown word
           "+.+ +.+\n.1. .1.\n+.+ +.+\n",                            // no name
           "pattern p\n+.+\n.1.\n+.+\n",                             // no consequence
           "pattern p\ncontradiction\n+.+ +.+\n.1. .1.\n+.+ +.+\n",  // one too many
           "pattern p\n+.+ +.+\n.1. .2.\n+.+ +.+\n",                 // the clue changes
           "pattern p\n+.+ +.+\n... ...\n+.+ +.+\n",                 // no clue
           "pattern p\n+|+ +.+\n.1. .1.\n+.+ +.+\n",                 // vertical where horizontal
           "pattern p\n+.+ +.+\n.1 .1\n+.+ +.+\n",                   // not equally long
           "pattern p\n+.+ +.+\n.1. .1.\n",                          // a line is missing
           "pattern p\n+.+.+.+.+ +.+.+.+.+\n.1....... .1.......\n+.+.+.+.+ +.+.+.+.+\n",
       })
    EXPECT_THROW(parse_patterns(text), Error) << text;
}

TEST(SlitherlinkPatterns, HaveReasons) {
  for (const Pattern& pattern : patterns())
    EXPECT_EQ(pattern.because.empty(), pattern.is_contradiction) << pattern.name;
}

TEST(SlitherlinkPatterns, HaveNamesOfTheirOwn) {
  const std::set<std::string_view> names(rule_names().begin(), rule_names().end());
  EXPECT_EQ(names.size(), rule_names().size());
  EXPECT_EQ(rule_names().size(), kGeneralRules + patterns().size());
  for (Rule rule = 0; rule < rule_names().size(); ++rule)
    EXPECT_EQ(rule_named(rule_names()[rule]), rule);
  EXPECT_EQ(rule_named("no such rule"), std::nullopt);
}

}  // namespace
}  // namespace eyehand::slitherlink
