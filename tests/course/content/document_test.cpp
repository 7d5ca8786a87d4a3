#include "course/content/document.h"

#include "course/content/hints.h"
#include "course/content/marked_code.h"
#include "support/matchers.h"

namespace content {
namespace {

using testing::SizeIs;

TEST(Document, IsCutAtItsHeadings) {
  const Document document =
      read_document("above\n# Birds\n\nfly\n## Wings\n\nup\n### Left\n# down\n## Tail\n");
  EXPECT_EQ(document.title, "Birds");
  EXPECT_EQ(document.opening, "above\n\nfly\n");
  ASSERT_THAT(document.sections, SizeIs(2));
  EXPECT_EQ(document.sections[0].heading, "Wings");
  EXPECT_EQ(document.sections[0].line, 5U);
  EXPECT_EQ(document.sections[0].text, "\nup\n### Left\n# down\n");
  EXPECT_EQ(document.sections[1].heading, "Tail");
  EXPECT_EQ(document.sections[1].line, 10U);
  EXPECT_THAT(document.sections[1].text, IsEmpty());
}

TEST(Document, InABlockOfCodeAllIsCode) {
  for (const std::string code :
       {"```\n# a\n## b\nCode: [`x`](x.cpp)\n```\n", "~~~ sh\n\n## b\n~~~\n",
        "````\n```\n## b\n```\n````\n", "```\n## b\n"}) {
    const Document document = read_document("## One\n\n" + code);
    ASSERT_THAT(document.sections, SizeIs(1)) << code;
    EXPECT_EQ(document.sections[0].text, "\n" + code);
    EXPECT_THAT(document.sections[0].codes, IsEmpty()) << code;
  }
  EXPECT_THAT(read_document("```\n# a\n## b\n```\n").title, IsEmpty());
  // A heading at the edge ends a list, and the code in it.
  EXPECT_THAT(read_document("- one\n\n  ```\n## b\n").sections, SizeIs(1));
}

TEST(Document, SaysWhereItsCodeIs) {
  const Document document = read_document(
      "# A\n\nCode: [`none`](a.cpp)\n\n## One\n\nSay.\n\nCode: [`x`](a.cpp)\n\n"
      "Code: [`y](b.cpp)\n Code: [`z`](b.cpp)\nCode: [`y`](b.cpp)\n");
  ASSERT_THAT(document.sections, SizeIs(1));
  ASSERT_THAT(document.sections[0].codes, SizeIs(2));
  EXPECT_EQ(document.sections[0].codes[0].name, "x");
  EXPECT_EQ(document.sections[0].codes[0].file, "a.cpp");
  EXPECT_EQ(document.sections[0].codes[0].line, 9U);
  EXPECT_EQ(document.sections[0].codes[1].name, "y");
  EXPECT_EQ(document.sections[0].codes[1].line, 13U);
}

TEST(Document, MayBeEmptyOrEndAnywhere) {
  for (const char* text :
       {"", "\n", "#", "# ", "## ", "##", "```", "Code: [`", "## A\nCode: [`a`]("})
    EXPECT_NO_THROW(read_document(text)) << text;
  EXPECT_THAT(read_document("## ").sections, SizeIs(1));
  EXPECT_THAT(read_document("##").sections, IsEmpty());
}

TEST(Hints, AreSectionsBelowWhatToReread) {
  const Hints hints = read_hints("Reread: Two wings\n\n## Where\n\nReread: no\n\n## How\nso\n");
  EXPECT_EQ(hints.reread, "Two wings");
  ASSERT_THAT(hints.all, SizeIs(2));
  EXPECT_EQ(hints.all[0].title, "Where");
  EXPECT_EQ(hints.all[0].text, "\nReread: no\n\n");
  EXPECT_EQ(hints.all[1].text, "so\n");
  EXPECT_THAT(read_hints("## Where\n").reread, IsEmpty());
}

TEST(MarkedCode, EndsAtTheNextMarkOrWithTheText) {
  const std::string source =
      "#include <x>\n\n// Step: one\nvoid one() {}\n\n// Step: two\nint two;\n\n// Claim: three\n"
      "int three;\n// End of claims\nint rest;\n";
  EXPECT_EQ(step_code(source, "one"), "void one() {}\n");
  EXPECT_EQ(step_code(source, "two"), "int two;\n\n// Claim: three\nint three;\n");
  EXPECT_EQ(marked_code(source, "Claim", "three"), "int three;\n");
  EXPECT_EQ(step_code("\n// Step: last\nint last;\n\n", "last"), "int last;\n");
  EXPECT_THROW(step_code(source, "three"), std::runtime_error);
}

}  // namespace
}  // namespace content
