#include "manual/page.hpp"

#include <gtest/gtest.h>

namespace eyehand::manual {
namespace {

TEST(ManualPage, ShowsTextAsItIs) {
  EXPECT_EQ(escaped(R"(a-b\c 'd' `e^f~)"), R"(a\-b\(rsc \(aqd\(aq \(gae\(haf\(ti)");
  Page page("some", 5, "a file", "some 1");
  page.paragraph(".SH is a request\nand this is not");
  page.lines({".", "'"});
  EXPECT_NE(page.text().find("\n\\&.SH is a request and this is not\n"), std::string::npos);
  EXPECT_NE(page.text().find("\n.nf\n\\&.\n\\(aq\n.fi\n"), std::string::npos) << page.text();
  EXPECT_EQ(page.file(), "man5/some.5");
}

}  // namespace
}  // namespace eyehand::manual
