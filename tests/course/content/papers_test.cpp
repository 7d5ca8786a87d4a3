// The bibliography of the course.

#include "course/content/papers.h"
#include "support/matchers.h"

#include <stdexcept>

namespace content {
namespace {

constexpr const char* two = R"(% A remark.

@inproceedings{press2022,
  author = {Ofir Press and Noah A. Smith and Mike Lewis},
  title = {{Train Short \& Test Long}},
  year = {2022},
  booktitle = {ICLR},
  eprint = {2108.12409},
  archivePrefix = {arXiv}
}

@misc{lescao2022,
  author = {Le Scao, Teven and Angela Fan and others},
  title = {{BLOOM}},
  year = {2022},
  url = {https://example.org}
}
)";

TEST(Papers, FieldsAreReadWithoutBraces) {
  const std::vector<Paper> papers = read_papers(two);
  ASSERT_EQ(papers.size(), 2);
  EXPECT_EQ(papers[0].key, "press2022");
  EXPECT_EQ(papers[0].title, "Train Short & Test Long");
  EXPECT_EQ(papers[0].venue, "ICLR");
  EXPECT_EQ(papers[0].address, "https://arxiv.org/abs/2108.12409");
  EXPECT_EQ(papers[1].authors, "Teven Le Scao, Angela Fan, others");
  EXPECT_EQ(papers[1].address, "https://example.org");
  EXPECT_EQ(papers[1].bibtex.substr(0, 18), "@misc{lescao2022,\n");
}

std::vector<std::string> names_of(const std::string& authors) {
  return read_papers("@misc{k,\n  author = {" + authors +
                     "},\n  title = {t},\n  year = {2008}\n}\n")[0]
      .names();
}

TEST(Papers, AuthorsAreNamedAsInProse) {
  EXPECT_THAT(read_papers(two)[0].names(), ElementsAre("Press et al.", "Press, Smith and Lewis"));
  EXPECT_THAT(read_papers(two)[1].names(), ElementsAre("Le Scao et al."));
  EXPECT_THAT(names_of("Laurens van der Maaten and Geoffrey Hinton"),
              ElementsAre("van der Maaten and Hinton"));
  EXPECT_THAT(names_of("{Kimi Team}"), ElementsAre("Kimi Team"));
  EXPECT_THAT(names_of("kaiokendev"), ElementsAre("kaiokendev"));
}

TEST(Papers, AnEntryWithoutAYearIsNamed) {
  EXPECT_THROW(read_papers("@misc{k,\n  author = {A B},\n  title = {t}\n}\n"), std::runtime_error);
}

}  // namespace
}  // namespace content
