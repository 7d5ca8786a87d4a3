// What a learner's text shows of mistakes that compile.

#include "course/runner/source_note.h"

#include <gmock/gmock.h>

#include "course/runner/own_folder.h"
#include "course/runner/stub.h"
#include "scratch.h"

namespace runner {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string backward_with(const std::string& captures, const std::string& body = "d.add(0, dy);") {
  return "Tensor f(const Tensor& x) {\n  return record(\"f\", x.array(), {x},\n    " + captures +
         "(Array& dy, Gradients& d) {\n" + body + "\n});\n}\n";
}

TEST(SourceNote, ABackwardThatHoldsByReference) {
  for (const char* const captures : {"[&]", "[V, &ids]", "[&ids, V]", "[=, &ids]"})
    EXPECT_THAT(note_on_source(backward_with(captures)),
                StartsWith("Line 3: a backward runs after the function has returned"))
        << captures;
  EXPECT_THAT(note_on_source(backward_with("[V, this]")), HasSubstr("`this` stands for"));
  EXPECT_THAT(note_on_source(backward_with("[=]", "if (padding_ == 0) return;")),
              HasSubstr("`this` stands for"));
}

TEST(SourceNote, ABackwardThatHoldsByValue) {
  for (const char* const captures : {"[]", "[=]", "[ids, kept = x.array()]", "[p = padding_]"})
    EXPECT_THAT(note_on_source(backward_with(captures)), IsEmpty()) << captures;
}

TEST(SourceNote, ALambdaThatIsCalledAtOnceMayHoldByReference) {
  EXPECT_THAT(note_on_source("const auto half = [&](real x) { return x / two; };\n"), IsEmpty());
}

TEST(SourceNote, AnExpressionInAuto) {
  EXPECT_EQ(note_on_source("\n  const auto s = xt::sum(y * dy, {1}, xt::keep_dims);\n"),
            "Line 2: `auto s` holds an xtensor expression, which is computed when it is read, from "
            "what may be gone by then; `Array s` holds the numbers.");
  EXPECT_THAT(note_on_source("auto e = 2 * xt::exp(x - 1);"), HasSubstr("`auto e`"));
}

TEST(SourceNote, WhatMayBeHeldInAuto) {
  for (const char* const line :
       {"auto row = xt::view(pe, i, xt::all());", "const auto parts = xt::linalg::svd(a);",
        "const auto n = x.shape(0);", "const auto m = xt::amax(x)();",
        "const auto s = Array(xt::sum(x, {0}));", "// auto s = xt::sum(x, {0});",
        "const auto e = xt::eval(xt::exp(x));"})
    EXPECT_THAT(note_on_source(line), IsEmpty()) << line;
}

TEST(SourceNote, ASumInTheMidstOfAnExpression) {
  for (const char* const line :
       {"\nreturn y * (dy - xt::sum(y * dy, {1}, xt::keep_dims));", "\nx -= xt::mean(x, {0});",
        "\nArray e = xt::exp(x) / xt::sum(x, {1});", "\nArray e = xt::sqrt(xt::sum(x * x, {1}));"})
    EXPECT_THAT(note_on_source(line), StartsWith("Line 2: xt::")) << line;
}

TEST(SourceNote, ASumThatFillsAnArray) {
  for (const char* const line :
       {"const Array s = xt::sum(x, {1});", "return xt::sum(x, {1}, xt::keep_dims);",
        "x = Array(xt::sum(x, {0}));", "const Array s(xt::sum(x, {1}));",
        "const Array s{xt::mean(x, {1})};", "return std::sqrt(xt::sum(d * d)());",
        "throw Error(\"1 + xt::sum(x)\");"})
    EXPECT_THAT(note_on_source(line), IsEmpty()) << line;
}

TEST(SourceNote, AComparisonForAnAssignment) {
  EXPECT_THAT(note_on_source("{\n  pe == angle;\n}"), StartsWith("Line 2: == only compares"));
  EXPECT_THAT(note_on_source("  xt::view(pe, xt::all(), xt::range(0, _, 2)) == xt::sin(angle);"),
              HasSubstr("a single = assigns"));
  for (const char* const line :
       {"if (a == b) return;", "while (a == b) ++a;", "const bool same = a == b;", "return a == b;",
        "for (; i == 0; ++i) {}", "f(a == b);"})
    EXPECT_THAT(note_on_source(line), IsEmpty()) << line;
}

TEST(SourceNote, NothingIsSaidOfOurOwnAnswers) {
  const Scratch scratch;
  for (const Exercise& exercise : scratch.course().exercises) {
    EXPECT_THAT(note_on_source(solution_of(exercise)), IsEmpty()) << exercise.id;
    EXPECT_THAT(note_on_source(read_text(exercise.folder / "other.cpp")), IsEmpty()) << exercise.id;
  }
}

TEST(SourceNote, AnyTextIsRead) {
  for (const char* const text : {"", "[", "auto", "auto x =", "xt::sum(", "==", "\"", "'", "/*",
                                 "[&](Gradients& d)", "auto x = xt::", "a ==", "(== ;"})
    note_on_source(text);
}

}  // namespace
}  // namespace runner
