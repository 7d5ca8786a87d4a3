// Known mistakes as edits of a solution, and what is said where they do not fit it.

#include <fstream>

#include "course/mistakes/asked.h"
#include "course/mistakes/catalogue.h"
#include "course/mistakes/expansion.h"
#include "course/mistakes/solution.h"
#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace mistakes {
namespace {

using horloge::test::TemporaryFolder;

const char* const task =
    "// What is asked.\n"
    "#include \"exercises/twice/answer.h\"\n"
    "using namespace horloge;\n"
    "double one() { return 1; }\n"
    "double twice(double x) {\n"
    "  // solution\n"
    "  const double two = one() + one();  // not 1 + one()\n"
    "  return two *\n"
    "         x;\n"
    "  // end\n"
    "}\n";

const char* const right = "also right: by a sum\n+ double twice(double x) { return x + x; }\n";

// What the solution becomes, in one line.
std::string edited_by(const std::string& catalogue) {
  const Edited all = edited(code_of(task).text, read_catalogue(catalogue).entries.at(0));
  std::string text;
  for (const char c : all.code.text)
    if (c != '\n') text += c;
  return text;
}

Expansion expanded(const std::string& catalogue) {
  const TemporaryFolder folder;
  std::ofstream(folder / "task.cpp") << task;
  std::ofstream(folder / "answer.h") << "double twice(double x);\n";
  std::ofstream(folder / "mistakes.txt") << catalogue;
  return expand(folder.path());
}

std::string refusal_of(const std::string& catalogue) {
  try {
    expanded(catalogue + right);
  } catch (const std::runtime_error& e) {
    const std::string text = e.what();
    return text.substr(text.find("mistakes.txt:") + 13);
  }
  return "nothing is refused";
}

TEST(Mistakes, TakesOutAPieceWhateverItsBlanksAndComments) {
  const std::string edited = edited_by("sum: you add\n- return two*x;\n+ return two + x;\n");
  EXPECT_THAT(edited, HasSubstr("return two + x;"));
  EXPECT_THAT(edited, Not(HasSubstr("not 1")));
}

TEST(Mistakes, BeginsWithTheDefinitionThatIsChanged) {
  EXPECT_THAT(edited_by("square: you take the square\n- two *\n+ x *\n"),
              StartsWith("double twice("));
  EXPECT_THAT(edited_by("two: one is two\n- return 1\n+ return 2\n"), StartsWith("double one("));
}

TEST(Mistakes, ALineTakenOutBelowOnePutInBeginsAnotherEdit) {
  EXPECT_THAT(edited_by("a: b\n- one() + one()\n+ 3\n- two * x\n+ two / x\n"),
              HasSubstr("two = 3;    return two / x;"));
  EXPECT_THAT(edited_by("a: b\n- + one()\n\n- * x\n"), HasSubstr("two = one() ;    return two ;"));
}

TEST(Mistakes, ReplacesAPartOfALineInOneLine) {
  EXPECT_THAT(edited_by("a: b\n~ one() + one() ~> 3\n~ two * x ~> two / x\n"),
              HasSubstr("two = 3;    return two / x;"));
  EXPECT_THAT(edited_by("a: b\n- + one()\n~ return two ~> return 2 >\n- * x\n"),
              HasSubstr("two = one() ;    return 2 > ;"));
  EXPECT_THAT(edited_by("a: b\n~ + one() ~>\n~ * x ~>\n"),
              HasSubstr("two = one() ;    return two ;"));
}

TEST(Mistakes, ASentenceGoesOnBehindBlanks) {
  const Catalogue all =
      read_catalogue("a-1: one \"half\"\n  and more\n- x\n\nalso right: so\n+ y\n");
  ASSERT_EQ(all.entries.size(), 2U);
  EXPECT_EQ(all.entries[0].sentence, "one \"half\" and more");
  EXPECT_TRUE(all.entries[1].is_right());
}

TEST(Mistakes, EachHasANamespaceAndAllHaveTheHelpers) {
  const Expansion all = expanded(
      "+ #include <map>\n+ double half(double x) { return x / 2; }\n\n"
      "by-1.5: you \"halve\"\n- two *\n+ half(two) *\n" +
      std::string(right));
  EXPECT_THAT(all.mistakes, HasSubstr("namespace mistake_by_1_5 {"));
  EXPECT_THAT(all.mistakes, HasSubstr("Answer answer() { return {twice}; }"));
  EXPECT_THAT(all.mistakes, HasSubstr("static const Answer ours = solution::answer();"));
  EXPECT_THAT(all.mistakes, HasSubstr("{\"by-1.5\", \"you \\\"halve\\\"\""));
  EXPECT_LT(all.mistakes.find("#include <map>"), all.mistakes.find("double half("));
  EXPECT_LT(all.mistakes.find("double one()"), all.mistakes.find("namespace solution {"));
  EXPECT_THAT(all.right,
              ElementsAre(HasSubstr("answer.h\"\n\nusing namespace horloge;\ndouble twice(")));
}

TEST(Mistakes, AsksForWhatIsDeclaredAndNotForWhatIsGiven) {
  EXPECT_THAT(asked_functions("#pragma once\n#include \"a.h\"\n"
                              "/// (a comment); f(x);\n"
                              "struct Pair {\n  double sum() const;\n};\n"
                              "enum class Way { there, back };\n"
                              "using Function = double (*)(double);\n"
                              "inline double half(double x) { return x / 2; }\n"
                              "lib::Pair both_ways(const Pair& x,\n                    double y);\n"
                              "void\nback (Pair (&y)[2]);\n"),
              ElementsAre("both_ways", "back"));
  EXPECT_THROW(asked_functions("struct Pair;\n"), std::runtime_error);
  EXPECT_THROW(asked_functions("double twice(double x)"), std::runtime_error);
  EXPECT_THAT(answer_header({"one", "two"}),
              HasSubstr("struct Answer {\n  decltype(&::one) one;\n  decltype(&::two) two;\n};\n"
                        "inline Answer your_answer() { return {one, two}; }\n"));
}

TEST(Mistakes, SaysWhichEditDoesNotFit) {
  EXPECT_EQ(
      refusal_of("a: b\n- three\n+ 3\n"),
      "2: a takes out `three`, which stands nowhere in the code of task.cpp; it must stand there "
      "exactly once");
  EXPECT_THAT(refusal_of("a: b\n- one()\n+ 3\n"), HasSubstr("which stands 3 times in the code"));
  EXPECT_THAT(refusal_of("a: b\n- wic\n+ 3\n"), HasSubstr("which stands nowhere"));
  EXPECT_THAT(refusal_of("a: b\n- two * x\n+ 3\n- two *\n+ 4\n"),
              StartsWith("1: a takes out the same"));
}

TEST(Mistakes, SaysWhatIsWrittenWrongly) {
  EXPECT_THAT(refusal_of("A mistake: b\n"), StartsWith("1: a line is `id: what the learner"));
  EXPECT_THAT(refusal_of("a: b\n- x\n\na: c\n- two\n"),
              StartsWith("4: a stands here a second time"));
  EXPECT_THAT(refusal_of("a: b\n\n"),
              StartsWith("1: a says nothing of how the solution is changed"));
  EXPECT_THAT(refusal_of("- x\n"), StartsWith("1: this is taken out for no mistake"));
  EXPECT_THAT(refusal_of("a: b\n- two *\n\n+ 3\n"),
              StartsWith("4: what is put in stands right below"));
  EXPECT_THAT(refusal_of("~ x ~> y\n"), StartsWith("1: this is taken out for no mistake"));
  EXPECT_THAT(refusal_of("a: b\n~ two => one\n"), StartsWith("2: what is put in stands behind"));
  EXPECT_THAT(refusal_of("a: b\n~ two ~>one\n"), StartsWith("2: what is put in stands behind"));
  EXPECT_THAT(refusal_of("a: b\n~ two ~> one\n+ 3\n"),
              StartsWith("3: what is put in stands right below"));
  EXPECT_THROW(expanded("a: b\n- two *\n+ 3\n"), std::runtime_error) << "no other right answer";
}

}  // namespace
}  // namespace mistakes
