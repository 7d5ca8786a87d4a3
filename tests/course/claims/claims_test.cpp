// Pages of claims, read, shown, and compared with what their code finds.

#include <algorithm>
#include <stdexcept>
#include <string>

#include "course/claims/check.h"
#include "course/claims/notebook.h"
#include "course/claims/screen.h"
#include "course/content/lines.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace claims {
namespace {

const std::string page = R"(# Notebook 3: Of sums

What it is about.

## 1. Two and two are four

- Where: cell 1
- Verdict: only if both are numbers
- Shown: [lesson 4, Wavelengths](../04_sinusoidal/README.md#aside-wavelengths), [lesson 12, Norm](../12_transformer/README.md#norm)

Said before the code.

Code: [`sum`](sums.cpp)

```
holds  numbers: 4
fails  words: 22
```

Said after it.
)";

const std::string source = R"(#include <string>

// Claim: sum
void sum() {}

// End of claims
)";

void sum(Finding& found) {
  found.check(true, "numbers: {}", 4);
  found.check(false, "words: {}", 22);
}

std::vector<Notebook> notebooks_of(const std::string& text,
                                   const ClaimCodes& codes = {{"sum", sum}}) {
  return read_notebooks({{{"000.md", text}, {"README.md", "# Claims"}, {"sums.cpp", source}}},
                        codes);
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = page;
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the page has no " + from);
  return text.replace(at, from.size(), to);
}

std::string refusal_of(const std::string& text) {
  return horloge::test::error_of<std::runtime_error>([&] { notebooks_of(text); });
}

runner::Session session(std::size_t width = 80) {
  stage::Terminal terminal;
  terminal.width = terminal.columns = width;
  runner::Course course = runner::read_course(HORLOGE_ROOT, HORLOGE_BUILD, HORLOGE_ROOT);
  return {course, runner::Progress(course.own_folder() / "no.json"), terminal};
}

TEST(Finding, HoldsInAllInNoneOrInSomeCases) {
  Finding all, none, some;
  all.check(true, "a");
  all.note("b");
  none.check(false, "a");
  some.check(true, "a");
  some.check(false, "b");
  EXPECT_EQ(all.verdict(), Verdict::holds);
  EXPECT_EQ(none.verdict(), Verdict::fails);
  EXPECT_EQ(some.verdict(), Verdict::only_if);
  EXPECT_EQ(all.text(), "holds  a\n       b\n");
  EXPECT_EQ(some.text(), "holds  a\nfails  b\n");
}

TEST(Finding, WithoutACaseDecidesNothing) {
  Finding empty;
  empty.note("only a note");
  EXPECT_THROW(empty.verdict(), std::logic_error);
}

TEST(ClaimPages, AreReadWhole) {
  const std::vector<Notebook> notebooks = notebooks_of(page);
  ASSERT_EQ(notebooks.size(), 1U);
  EXPECT_EQ(notebooks[0].number, 3);
  EXPECT_EQ(notebooks[0].title, "Of sums");
  ASSERT_EQ(notebooks[0].claims.size(), 1U);
  const Claim& claim = notebooks[0].claims[0];
  EXPECT_EQ(claim.title, "Two and two are four");
  EXPECT_EQ(claim.where, "cell 1");
  EXPECT_EQ(claim.full_verdict(), "only if both are numbers");
  ASSERT_EQ(claim.shown.size(), 2U);
  EXPECT_EQ(claim.shown[0].lesson, 4);
  EXPECT_EQ(claim.shown[0].step, "Wavelengths");
  EXPECT_EQ(claim.shown[1].lesson, 12);
  EXPECT_EQ(claim.shown[1].step, "Norm");
  EXPECT_THAT(claim.before, HasSubstr("Said before the code."));
  EXPECT_EQ(claim.code, "void sum() {}\n");
  EXPECT_EQ(claim.found, "holds  numbers: 4\nfails  words: 22\n");
  EXPECT_THAT(claim.after, HasSubstr("Said after it."));
}

TEST(ClaimPages, SayWhichLineIsWrong) {
  EXPECT_THAT(refusal_of(with("# Notebook 3: ", "# Book: ")),
              HasSubstr("there is no `# Notebook N"));
  EXPECT_THAT(refusal_of(with("## 1. ", "## 2. ")), HasSubstr("000.md:5: here `## 1. …` is due"));
  EXPECT_THAT(refusal_of(with("only if both", "perhaps both")),
              HasSubstr("000.md:8: a verdict is `true`, `false` or `only if …`"));
  EXPECT_THAT(refusal_of(with("- Where: cell 1\n", "")), HasSubstr("claim 1 lacks one of Where"));
  EXPECT_THAT(refusal_of(with("- Verdict: only if both are numbers\n", "")),
              HasSubstr("claim 1 lacks one of Where"));
  for (const char* shown : {"somewhere", "lesson 12", "[lesson 12](../12_transformer/README.md)"})
    EXPECT_THAT(refusal_of(with("[lesson 12, Norm](../12_transformer/README.md#norm)", shown)),
                HasSubstr("a link to a step, [lesson N, title](…)"))
        << shown;
  EXPECT_THAT(refusal_of(with("`sum`", "`product`")), HasSubstr("no file has a claim product"));
  EXPECT_THAT(refusal_of(with("sums.cpp", "products.cpp")), HasSubstr("there is no products.cpp"));
  EXPECT_THAT(refusal_of(page + "\nCode: [`sum`](sums.cpp)\n"), HasSubstr("one piece of code"));
}

TEST(ClaimPages, NameEveryFunction) {
  EXPECT_THROW(notebooks_of(page, {{"sum", sum}, {"product", sum}}), std::runtime_error);
}

std::vector<std::string> troubles_with(const std::string& text, bool trained = false) {
  const Claim claim = notebooks_of(text)[0].claims[0];
  Finding finding;
  claim.run(finding);
  return troubles_of(session().course, claim, finding, trained);
}

TEST(ClaimChecks, CompareWithThePage) {
  EXPECT_THAT(troubles_with(page), IsEmpty());
  EXPECT_THAT(troubles_with(with("only if both are numbers", "true")),
              testing::ElementsAre("the page says true, the code says only if"));
  EXPECT_THAT(troubles_with(with("numbers: 4", "numbers: 6")),
              testing::ElementsAre("the page has other figures"));
  EXPECT_THAT(troubles_with(with("numbers: 4", "numbers: 6"), true), IsEmpty());
  EXPECT_THAT(troubles_with(with("lesson 4, Wavelengths", "lesson 4, Waves")),
              testing::ElementsAre("lesson 4 has no step 'Waves'"));
  EXPECT_THAT(troubles_with(with("lesson 12, Norm", "lesson 99, Norm")),
              testing::ElementsAre("lesson 99 has no step 'Norm'"));
}

TEST(ClaimChecks, NumbersAgreeButForTheLastDigitAndRounding) {
  EXPECT_TRUE(agree("d = 8: 1.4718 apart", "d = 8: 1.4719 apart", 0));
  EXPECT_FALSE(agree("d = 8: 1.4718 apart", "d = 8: 1.4721 apart", 0));
  EXPECT_FALSE(agree("d = 8: 1.4718 apart", "d = 8: 1.4718 part", 0));
  EXPECT_TRUE(agree("100 of 200", "101 of 200", 0.01));
  EXPECT_FALSE(agree("100 of 200", "103 of 200", 0.01));
  EXPECT_TRUE(agree("off by 1.2e-13", "off by 3.1e-14", 0));
  EXPECT_FALSE(agree("off by 1.2e-13", "off by 3.1e-3", 0));
}

TEST(ClaimScreens, FitIntoTheWindow) {
  for (const std::size_t width : {40, 60, 80, 150}) {
    const runner::Session at = session(width);
    const std::vector<Notebook> notebooks = notebooks_of(page);
    const Claim& claim = notebooks[0].claims[0];
    Finding finding;
    claim.run(finding);
    const std::string text = show_list(at, notebooks) + show_claim(at, notebooks[0], claim) +
                             show_finding(at, claim, finding);
    for (const std::string& line : content::lines_of(text))
      EXPECT_LE(stage::display_width(line), width) << line;
  }
}

TEST(ClaimScreens, ShowTheListAndOneClaim) {
  const std::vector<Notebook> notebooks = notebooks_of(page);
  const Claim& claim = notebooks[0].claims[0];
  EXPECT_EQ(show_list(session(), notebooks),
            "Notebook 3: Of sums\n   1  only if  Two and two are four\n\n1 claim: 1 only if.\n");
  Finding finding;
  claim.run(finding);
  const std::string text = show_finding(session(), claim, finding);
  EXPECT_THAT(text, HasSubstr("fails  words: 22\n\nVerdict: only if both are numbers\n"));
  EXPECT_THAT(text, HasSubstr("Wavelengths (./learn 4 --step "));
  EXPECT_THAT(text, HasSubstr("Said after it."));
}

TEST(ClaimScreens, SayWhenTheCodeFindsOtherwise) {
  const Claim claim = notebooks_of(with("only if both are numbers", "true"))[0].claims[0];
  Finding finding;
  claim.run(finding);
  EXPECT_THAT(show_finding(session(), claim, finding),
              HasSubstr("Verdict: only if. Its page says: true."));
}

TEST(ClaimScreens, ColourVerdictsWhereColoursAreWanted) {
  stage::Terminal terminal;
  EXPECT_EQ(coloured(Verdict::fails, "false", terminal), "false");
  terminal.colour = true;
  EXPECT_EQ(coloured(Verdict::fails, "false", terminal), "\x1b[31mfalse\x1b[0m");
}

}  // namespace
}  // namespace claims
