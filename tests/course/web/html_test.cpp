// Texts of lessons as HTML.

#include "course/web/html.h"
#include "support/matchers.h"

namespace web {
namespace {

// Knows one page.
std::string to_page(const std::string& to) { return to == "a.md" ? "a.html" : ""; }

TEST(Html, LinksGoWherePagesAreAndElseAreWords) {
  EXPECT_EQ(html_of_line("see [this](a.md) and [`that`](b.cpp)", to_page),
            "see <a href=\"a.html\">this</a> and <code>that</code>");
}

TEST(Html, FormulasAreLeftToTheBrowser) {
  EXPECT_EQ(html_of_line("$a < b$", to_page), "<x-equation>a &lt; b</x-equation>");
  EXPECT_THAT(html_of_markdown("$$x_1$$", to_page), HasSubstr("type=\"display\""));
}

TEST(Html, CodeIsColouredAndFolded) {
  const std::string html =
      html_of_code("int a = 1;\n// Fold: prints <it>\nprint(a);\n// End fold\nreturn;\n");
  EXPECT_THAT(html, HasSubstr("<b>return</b>"));
  EXPECT_THAT(html, HasSubstr("<summary>… 1 line: prints &lt;it&gt;</summary>"));
  EXPECT_THAT(html, Not(HasSubstr("End fold")));
}

TEST(Html, DataCannotEndItsElement) {
  EXPECT_EQ(data_element("data", {{"text", "</script>"}}),
            "<script type=\"application/json\" class=\"data\">{\"text\":\"\\u003c/script>\"}"
            "</script>");
}

TEST(Html, HeadingsAreNamedAsInTheirTexts) {
  EXPECT_EQ(anchor_of("Sine and cosine: a hand"), "sine-and-cosine-a-hand");
  EXPECT_EQ(anchor_of("Aside: `d_model`, 位置"), "aside-d_model-位置");
}

}  // namespace
}  // namespace web
