#include "manual/commands.hpp"

#include <gtest/gtest.h>

namespace eyehand::manual {
namespace {

TEST(ManualPages, HaveWhatHelpHas) {
  CLI::App app("A program: with more");
  app.name("some");
  CLI::App* inner = app.add_subcommand("do", "Does something");
  inner->footer("About it.\nMore.\n\nExamples:\n  some do x\n\nA note.\n\nExit codes:\n  0  done");
  std::string level, file;
  inner->add_option("--level", level, "how much")->type_name("N")->default_str("2");
  inner->add_option("FILE", file, "which")->required();
  const auto all = pages(app);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].file(), "man1/some.1");
  EXPECT_NE(all[0].text().find("some \\- A program\n"), std::string::npos) << all[0].text();
  EXPECT_EQ(all[1].file(), "man1/some-do.1");
  std::size_t at = 0;
  for (const char* part :
       {".SH SYNOPSIS", "\\fBsome do\\fR [\\fIOPTIONS\\fR] \\fIFILE\\fR", "About it. More.",
        ".SH OPTIONS", "\\fIFILE\\fR\nwhich",
        "\\fB\\-\\-level\\fR \\fIN\\fR\nhow much; by default 2", ".SH EXAMPLES", ".nf\nsome do x",
        ".SH NOTES", "A note.", ".SH EXIT STATUS", ".nf\n0  done", "some(1)"}) {
    at = all[1].text().find(part, at);
    ASSERT_NE(at, std::string::npos) << part << " in\n" << all[1].text();
  }
}

}  // namespace
}  // namespace eyehand::manual
