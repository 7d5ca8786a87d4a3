// What a learner's text shows of mistakes that compile.

#include "course/runner/source_note.h"

#include <chrono>

#include "course/mistakes/expansion.h"
#include "course/runner/own_folder.h"
#include "course/runner/stub.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

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

TEST(SourceNote, WholeNumbersThatAreDivided) {
  const std::string sizes = "void f(std::size_t i, std::size_t d_model) {\n";
  EXPECT_THAT(note_on_source(sizes + "  x = std::pow(10000.0, 2 * i / d_model);"),
              StartsWith("Line 2: `2 * i / d_model` divides whole numbers"));
  for (const char* const line :
       {"x = std::exp(-(2 * i) / d_model * log(10000.0));", "const double x = i / d_model;",
        "x = static_cast<double>(i / d_model);", "x = std::sqrt(x.shape(0) / d_model);",
        "x = std::pow(x, 1 / 2);", "y = double(i % 2); x = double(i / d_model);"})
    EXPECT_THAT(note_on_source(sizes + line), HasSubstr("divides whole numbers")) << line;
  for (const char* const line :
       {"x = std::pow(10000.0, 2.0 * i / d_model);", "x = std::pow(b, double(2 * i) / d_model);",
        "x = std::pow(b, 2 * (i / 2) / double(d_model));", "const std::size_t K = i / d_model;",
        "x = std::sin(angle(i / d_model, 0));", "x = std::sqrt(d_model / 2);",
        "xt::view(pe, xt::range(0, i / d_model)) = xt::sin(x);",
        "y = double(i % d_model); x = double(i / d_model);"})
    EXPECT_THAT(note_on_source(sizes + line), IsEmpty()) << line;
}

TEST(SourceNote, AHatIsNoPower) {
  EXPECT_THAT(note_on_source("x = 10000 ^ (2 * i / d);"), HasSubstr("^ is no power"));
  EXPECT_THAT(note_on_source("x = y ^ 2;"), HasSubstr("^ is no power"));
  for (const char* const line : {"x = i ^ 1;", "m = a(i) ^ b(i);", "// 10000 ^ (2i / d)"})
    EXPECT_THAT(note_on_source(line), IsEmpty()) << line;
}

TEST(SourceNote, SizesTakenForNumbers) {
  const std::string sizes = "Array f(std::size_t n, const Array& x) {\n";
  EXPECT_EQ(note_on_source(sizes + "  Array sum(n);"),
            "Line 2: `Array sum(n)` holds one number, n, not so many zeros; those are zeros({n}).");
  EXPECT_THAT(note_on_source(sizes + "Array a({n, 3});"), HasSubstr("the numbers n, 3"));
  EXPECT_THAT(note_on_source(sizes + "Array a{n};"), HasSubstr("the numbers n"));
  for (const char* const line :
       {"Array a(x);", "Array a = zeros({n});", "Array a({1, 2});", "Array g(std::size_t m);",
        "Array a = {0.5, 1};", "return Array(n);"})
    EXPECT_THAT(note_on_source(sizes + line), IsEmpty()) << line;
}

TEST(SourceNote, ANumberWithoutASignIsNegated) {
  const std::string sizes = "void f(std::size_t i, int k, double x) {\n";
  EXPECT_THAT(note_on_source(sizes + "y = std::exp(-2 * i * x);"), IsEmpty());
  EXPECT_THAT(note_on_source(sizes + "y = std::exp(-2 * i / x);"),
              HasSubstr("`-2 * i` is no negative number"));
  for (const char* const line : {"y = -2.0 * i / x;", "y = -2 * k / x;", "y = k - i;", "y = -x;"})
    EXPECT_THAT(note_on_source(sizes + line), IsEmpty()) << line;
}

TEST(SourceNote, AnAssignmentThatAlsoOverwrites) {
  EXPECT_THAT(note_on_source("void f() {\n  for (std::size_t i = 0; i < m; ++i)\n"
                             "    for (std::size_t j = 0; j < n; ++j) {\n"
                             "      db(j) = dy(i, j);\n    }\n}"),
              StartsWith("Line 4: `db(j) = …` keeps what the last i gives"));
  for (const char* const line :
       {"db(j) += dy(i, j);", "db(i, j) = dy(i, j);", "db(j) = db(j) + i;", "db(j++) = i;"})
    EXPECT_THAT(note_on_source(std::string("void f() {\nfor (std::size_t i = 0; i < m; ++i)\n") +
                               line + "\n}"),
                IsEmpty())
        << line;
}

TEST(SourceNote, WhatTheWrongNumbersAreLikeSaysWhatToLookFor) {
  const std::string code =
      "Array f(std::size_t n) {\n  static Array kept = empty({n});\n  float s = 0;\n"
      "  Array sum = empty({n});\n  sum(0) += s;\n  return sum;\n}";
  EXPECT_THAT(note_on_source(code, "memory"), StartsWith("Line 2: `static kept`"));
  EXPECT_THAT(note_on_source(code, "digits"), StartsWith("Line 3: `float`"));
  EXPECT_THAT(note_on_source(code, "unset"),
              StartsWith("Line 4: `empty` leaves the numbers of `sum` unset"));
}

TEST(SourceNote, WhatIsTooSmallOrTooFixed) {
  const std::string head = "void f(std::size_t t, double x) {\n";
  EXPECT_THAT(note_on_source(head + "const int root = std::sqrt(x);"), HasSubstr("a whole number"));
  EXPECT_THAT(note_on_source(head + "y = static_cast<std::uint8_t>(t);"), HasSubstr("up to 255"));
  EXPECT_THAT(note_on_source(head + "y = t % 512;"), HasSubstr("`% 512` makes a difference"));
  for (const char* const line :
       {"const double root = std::sqrt(x);", "y = t % 2;", "if (t < 3) {}"})
    EXPECT_THAT(note_on_source(head + line), IsEmpty()) << line;
}

TEST(SourceNote, BitsThatAreNotWhatTheySeem) {
  for (const char* const line :
       {"y = t & m == 0;", "if (t & (m + 1) != 0) {}", "y = (t & 1 << b == 0 ? 0 : 1);"})
    EXPECT_THAT(note_on_source(line), HasSubstr("compares before it takes bits")) << line;
  EXPECT_THAT(note_on_source("y = (t & (1 << b)) != 0;"),
              HasSubstr("is an int and ends at bit 30"));
  EXPECT_THAT(note_on_source("y = t / (1 << (bits - b));"), HasSubstr("t >> b"));
  for (const char* const line :
       {"y = (t & m) == 0;", "const Array& a = b == c ? d : e;", "auto& a = b; y = c == d;",
        "std::cout << 1 << b;", "y = 1 << 3;", "y = t >> b & 1;", "[&x, &y] { return x == y; }",
        "if (a && b == c) {}", "void f(const Ids& ids = {}, bool b = c == d);"})
    EXPECT_THAT(note_on_source(line), IsEmpty()) << line;
}

// Two megabytes of them took minutes when each looked for its partner by itself.
TEST(SourceNote, ManyBracketsTakeNoTime) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* const piece :
       {"[", "(", "{", "[](", "xt::sum(", "==", "auto x=", "; a ==", "["}) {
    std::string many;
    while (many.size() < 2'000'000) many += piece;
    note_on_source(many);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(SourceNote, NothingIsSaidOfOurOwnAnswers) {
  const Scratch scratch;
  for (const Exercise& exercise : scratch.course().exercises) {
    EXPECT_THAT(note_on_source(solution_of(exercise)), IsEmpty()) << exercise.id;
    for (const std::string& right : mistakes::expand(exercise.folder).right)
      EXPECT_THAT(note_on_source(right), IsEmpty()) << exercise.id;
  }
}

TEST(SourceNote, AnyTextIsRead) {
  for (const char* const text : {"", "[", "auto", "auto x =", "xt::sum(", "==", "\"", "'", "/*",
                                 "[&](Gradients& d)", "auto x = xt::", "a ==", "(== ;"})
    note_on_source(text);
}

}  // namespace
}  // namespace runner
