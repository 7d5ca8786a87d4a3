// How many files of a site become few.

#include "course/web/bundles.h"

#include <gtest/gtest.h>

#include <fstream>

#include "course/runner/course.h"
#include "course/web/packed.h"
#include "support/temporary_folder.h"

namespace web {
namespace {

TEST(Bundles, HaveTheirPartsInTheirOrder) {
  const horloge::test::TemporaryFolder folder;
  std::ofstream(folder / "scripts.json") << R"({"all.js": ["made.js", "b.js", "a.js"],
                                                "all.css": ["a.css"]})";
  std::ofstream(folder / "a.js") << "a();\n";
  std::ofstream(folder / "b.js") << "// Of b.\nb();\n";
  std::ofstream(folder / "a.css") << "/* Of a. */\n  a {}\n";
  std::filesystem::create_directory(folder / "page");
  write_bundles(folder.path(), {{"made.js", "made();\n"}}, folder / "page");
  EXPECT_EQ(runner::read_text(folder / "page/all.js"), "made();\nb();\na();\n");
  EXPECT_EQ(runner::read_text(folder / "page/all.css"), "/* Of a. */\n  a {}\n");
  EXPECT_EQ(bundle_of(folder.path(), ".js"), "a();\nb();\n");
  EXPECT_EQ(bundle_of(folder / "nowhere", ".js"), "");
}

TEST(Bundles, LeaveCommentsAndIndentationOut) {
  EXPECT_EQ(shortened("// What it is.\nf(function () {\n\n  /** One\n   * more.\n   */\n"
                      "  const a = \"// b\"; // and c\n  /* d */\n  e();\n});\n"),
            "f(function () {\nconst a = \"// b\"; // and c\ne();\n});\n");
}

TEST(Packed, InLettersHasThreeBytesInFour) {
  const std::string bytes = packed("word order"), letters = packed_letters("word order");
  EXPECT_EQ(bytes.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(letters.substr(0, 4), "H4sI");
  EXPECT_EQ(letters.size(), (bytes.size() + 2) / 3 * 4);
  EXPECT_LT(packed(std::string(100000, 'a')).size(), 200U);
}

}  // namespace
}  // namespace web
