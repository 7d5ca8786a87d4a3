// Papers that prose cites become links.

#include "course/web/citations.h"
#include "support/matchers.h"

namespace web {
namespace {

std::vector<content::Paper> papers() {
  return content::read_papers(
      "@misc{su2021,\n  author = {Jianlin Su and Yu Lu and Bo Wen},\n  title = {{RoFormer}},\n"
      "  year = {2021},\n  eprint = {2104.09864}\n}\n"
      "@misc{su2021scale,\n  author = {Jianlin Su},\n  title = {{Scale?}},\n  year = {2021}\n}\n");
}

// The words of the links, each with the paper it leads to.
std::string links(const std::string& html) {
  const std::string out = with_citations(html, papers(), "../");
  std::string all;
  const std::string begin = "<a class=\"cite\" href=\"../papers.html#";
  for (std::size_t at = out.find(begin); at != std::string::npos; at = out.find(begin, at + 1)) {
    const std::size_t key = at + begin.size(), words = out.find('>', key) + 1;
    all += out.substr(key, out.find('"', key) - key) + ": " +
           out.substr(words, out.find('<', words) - words) + ";";
  }
  return all;
}

TEST(Citations, AreFoundWithAndWithoutBrackets) {
  EXPECT_EQ(links("<p>(Su et al. 2021)</p>"), "su2021: Su et al. 2021;");
  EXPECT_EQ(links("Su et al. (2021) found"), "su2021: Su et al. (2021);");
  EXPECT_EQ(links("Su et\nal. 2021, and Su 2021;"),
            "su2021: Su et\nal. 2021;su2021scale: Su 2021;");
  EXPECT_EQ(links("Su, Lu and Wen 2021"), "su2021: Su, Lu and Wen 2021;");
}

TEST(Citations, OtherYearsNamesAndNumbersStay) {
  EXPECT_EQ(links("in 2021, Sun 2021, Tsu 2021, Su et al. 2022, Su et al., 20210"), "");
  EXPECT_EQ(with_citations("2021 <b", papers(), ""), "2021 <b");
}

TEST(Citations, CodeDataAndLinksStay) {
  for (const char* const html :
       {"<pre tabindex=\"0\">Su 2021</pre>", "<code>Su 2021</code>",
        "<script class=\"a\">\"Su 2021\"</script>", "<a href=\"b\">Su 2021</a>"})
    EXPECT_EQ(with_citations(html, papers(), ""), html);
  EXPECT_EQ(links("<aside>Su 2021</aside>"), "su2021scale: Su 2021;");
}

TEST(Citations, SayWhoAndWhat) {
  EXPECT_EQ(line_of(papers()[0]), "Jianlin Su, Yu Lu, Bo Wen. RoFormer. 2021.");
  EXPECT_EQ(line_of(papers()[1]), "Jianlin Su. Scale? 2021.");
  EXPECT_THAT(linked_line(papers()[0]),
              HasSubstr("<a href=\"https://arxiv.org/abs/2104.09864\">RoFormer</a>"));
}

}  // namespace
}  // namespace web
