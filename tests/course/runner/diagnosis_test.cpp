// Compilers' messages, as they were printed, in plain words. learner_test asks the compilers
// themselves.

#include "course/runner/diagnosis.h"

#include "course/runner/explanations.h"
#include "support/matchers.h"

namespace runner {
namespace {

constexpr const char* file = "lessons/04_x/mine/table.cpp";
constexpr const char* source =
    "Array table(int n) {\n"
    "  const int m = n  // as many\n"
    "  return zeros({m});\n"
    "}\n";

Diagnosis read(const std::string& messages) { return diagnose(messages, file, source); }

TEST(Diagnosis, TheFirstErrorCounts) {
  const Diagnosis d = read(
      "lessons/04_x/mine/table.cpp: In function ‘Array table(int)’:\n"
      "lessons/04_x/mine/table.cpp:3:10: warning: unused variable ‘x’ [-Wunused]\n"
      "lessons/04_x/mine/table.cpp:3:17: error: ‘k’ was not declared in this scope\n"
      "    3 |   return zeros({k});\n"
      "      |                 ^\n"
      "lessons/04_x/mine/table.cpp:4:1: error: expected ‘}’ at end of input\n");
  EXPECT_EQ(d.line, 3);
  EXPECT_EQ(d.column, 17);
  EXPECT_EQ(d.code, "  return zeros({m});");
  EXPECT_EQ(d.errors, 2U);
  EXPECT_EQ(d.message, "'k' was not declared in this scope");
  EXPECT_THAT(d.sentence, HasSubstr("`k` is not known here"));
}

TEST(Diagnosis, AMissingSemicolonIsOnTheLineBefore) {
  const Diagnosis d =
      read("lessons/04_x/mine/table.cpp:3:3: error: expected ‘,’ or ‘;’ before ‘return’\n");
  EXPECT_EQ(d.sentence, "a semicolon is missing");
  EXPECT_EQ(d.line, 2);
  EXPECT_EQ(d.code, "  const int m = n  // as many");
  EXPECT_EQ(d.column, 18);
}

TEST(Diagnosis, AnErrorInALibraryComesFromALineOfTheLearner) {
  const Diagnosis by_gcc = read(
      "In file included from /usr/include/xtensor/xview.hpp:12,\n"
      "                 from /course/exercise.h:13:\n"
      "/usr/include/xtensor/xops.hpp: In instantiation of ‘auto f(T) [with T = int]’:\n"
      "/usr/include/xtensor/xops.hpp:712:56:   required from ‘auto g(U)’\n"
      "lessons/04_x/mine/table.cpp:3:13:   required from here\n"
      "/usr/include/xtensor/xops.hpp:107:9: error: no match for ‘operator+’ (operand types are "
      "‘double’ and ‘std::__cxx11::basic_string<char>’)\n");
  EXPECT_EQ(by_gcc.line, 3);
  EXPECT_EQ(by_gcc.sentence,
            "the two sides of `+` do not fit together: `double` and `std::string`");
  const Diagnosis by_clang = read(
      "lessons/04_x/mine/table.cpp:1:7: warning: unused\n"
      "/usr/include/xtensor/xops.hpp:107:39: error: invalid operands to binary expression "
      "('double' and 'std::basic_string<char>')\n"
      "/usr/include/xtensor/xops.hpp:80:3: note: in instantiation of f requested here\n"
      "lessons/04_x/mine/table.cpp:3:13: note: in instantiation of g requested here\n");
  EXPECT_EQ(by_clang.line, 3);
  EXPECT_EQ(by_clang.sentence,
            "the two sides of an operator do not fit together: `double` and `std::string`");
}

TEST(Diagnosis, WhatTheLinkerMisses) {
  const Diagnosis d = read(
      "/usr/bin/ld: entries/04_x.o: in function `your_answer()':\n"
      "entry.cpp:(.text+0x8): undefined reference to `table(unsigned long, unsigned long)'\n"
      "collect2: error: ld returned 1 exit status\n");
  EXPECT_EQ(d.line, 0);
  EXPECT_EQ(d.sentence,
            "there is no function `table(unsigned long, unsigned long)` in your file: was it "
            "renamed, or were its arguments changed?");
}

TEST(Diagnosis, ACompilerThatFailsItself) {
  EXPECT_EQ(read("c++: fatal error: Killed signal terminated program cc1plus\n").sentence,
            "the compiler ran out of memory");
  const Diagnosis slow = read("\nfatal error: the compiler took two minutes\n");
  EXPECT_EQ(slow.message, "fatal error: the compiler took two minutes");
  EXPECT_EQ(read("").sentence, "the compiler failed without saying where");
}

TEST(Diagnosis, ACompilerThatTakesTooMuch) {
  const char* const memory =
      "the compiler needs more memory for it than an answer may take (3 GB, a minute): does it "
      "include something without an end, or have a macro or a template that grows and grows?";
  for (const char* said :
       {"cc1plus: out of memory allocating 2147483648 bytes after a total of 67 bytes\n",
        "virtual memory exhausted: Cannot allocate memory\n",
        "lessons/04_x/mine/table.cpp:3:1: error: x\nLLVM ERROR: out of memory\n"})
    EXPECT_EQ(read(said).sentence, memory);
  for (const char* said : {"c++: fatal error: CPU time limit exceeded signal terminated program\n",
                           "\nfatal error: the compiler took too much time\n"})
    EXPECT_THAT(read(said).sentence, testing::HasSubstr("needs more time for it"));
}

// Nothing that an answer says turns the writing on the screen.
TEST(Diagnosis, TellsMarksOfDirection) {
  const Diagnosis d = diagnose("lessons/04_x/mine/table.cpp:1:2: error: #error a\u202eb\u2066\n",
                               "lessons/04_x/mine/table.cpp", "#error\ta\u202eb\u2066\n");
  EXPECT_EQ(d.message, "#error a\\u202eb\\u2066");
  EXPECT_EQ(d.code, "#error a\\u202eb\\u2066");
  EXPECT_EQ(d.column, 0);  // of another text
}

TEST(Diagnosis, ATextWithoutEndIsMoreThanAWarning) {
  const Diagnosis d = read(
      "lessons/04_x/mine/table.cpp:2:9: warning: missing terminating '\"' character\n"
      "lessons/04_x/mine/table.cpp:2:9: error: expected expression\n");
  EXPECT_THAT(d.sentence, HasSubstr("a quote is missing"));
}

// A Mask is no Array, and neither has its sizes in parentheses.
TEST(ShortTypes, AMaskIsCalledAMask) {
  const std::string message = with_short_types(
      "no matching function for call to 'xt::xarray_container<xt::uvector<bool, "
      "horloge::PoolAllocator<bool> >, xt::layout_type::row_major, xt::svector<long unsigned int, "
      "4> "
      ">::xarray_container(std::size_t&, std::size_t&)'");
  EXPECT_EQ(message, "no matching function for call to 'Mask(std::size_t&, std::size_t&)'");
  EXPECT_THAT(explain_message(message, false), HasSubstr("a Mask is not made of its sizes alone"));
  EXPECT_THAT(
      explain_message("no matching constructor for initialization of 'horloge::Mask'", false),
      HasSubstr("Mask::from_shape({rows, columns})"));
  EXPECT_EQ(with_short_types("'xt::xarray_container<xt::uvector<long int, A> >'"), "'Ids'");
}

TEST(Explanation, AProductThatIsNotKnown) {
  for (const char* const message :
       {"'dot' was not declared in this scope", "use of undeclared identifier 'dot'",
        "'dot' was not declared in this scope; did you mean 'dor'?"})
    EXPECT_THAT(explain_message(message, false), HasSubstr("xt::linalg::dot(a, b)")) << message;
}

TEST(ShortTypes, ReplaceWhatNobodyCanRead) {
  EXPECT_EQ(
      with_short_types("could not convert 't' from 'const horloge::Tensor' to 'horloge::Array' "
                       "{aka 'xt::xarray_container<xt::uvector<double, "
                       "horloge::PoolAllocator<double> >, xt::layout_type::row_major>'}"),
      "could not convert 't' from 'const horloge::Tensor' to 'horloge::Array'");
  EXPECT_EQ(with_short_types("no member named 'size2' in 'xt::xarray_container<xt::uvector<double, "
                             "std::allocator<double>>, (xt::layout_type)1>'"),
            "no member named 'size2' in 'Array'");
  EXPECT_EQ(with_short_types("'using Array = xt::xarray<double>' {aka 'class "
                             "xt::xarray_container<x>'} has no member named 'fill_with'"),
            "'Array' has no member named 'fill_with'");
  EXPECT_EQ(with_short_types("from 'xt::xfunction<xt::detail::plus, int, a<b<c> > >' to 'int'"),
            "from 'an xtensor expression' to 'int'");
}

TEST(Explanation, ATensorInPlaceOfAnArray) {
  EXPECT_EQ(explain_message("could not convert 't' from 'const horloge::Tensor' to "
                            "'horloge::Array'",
                            false),
            "a Tensor is given where an Array is wanted: its numbers are t.array()");
  EXPECT_EQ(explain_message("invalid initialization of reference of type 'const horloge::Tensor&' "
                            "from expression of type 'horloge::Array'",
                            false),
            "an Array is given where a Tensor is wanted: Tensor(a) makes one");
}

TEST(Explanation, EitherCompilersWordsHaveTheSameSense) {
  const auto in_code = [](const char* message) { return explain_message(message, false); };
  const char* const nested = "a function begins inside another: probably a } is missing above";
  EXPECT_EQ(in_code("a function-definition is not allowed here before '{' token"), nested);
  EXPECT_EQ(in_code("function definition is not allowed here"), nested);
  const char* const bracket =
      "a ( is missing: the condition of if, while or for stands in parentheses";
  EXPECT_EQ(in_code("expected '(' before 'd_model'"), bracket);
  EXPECT_EQ(in_code("expected '(' after 'if'"), bracket);
  EXPECT_EQ(in_code("'Aray' does not name a type; did you mean 'Array'?"),
            in_code("unknown type name 'Aray'; did you mean 'Array'?"));
  EXPECT_EQ(in_code("expected ';' before ')' token"), in_code("extraneous ')' before ';'"));
  EXPECT_EQ(in_code("'k' was not declared in this scope"),
            in_code("use of undeclared identifier 'k'"));
  EXPECT_EQ(in_code("top-level comma expression in array subscript is deprecated "
                    "[-Werror=comma-subscript]"),
            in_code("subscripted value is not an array, pointer, or vector"));
  const char* const no_effect =
      "this computes something that is never used, so it has no effect; = assigns, == only "
      "compares";
  EXPECT_EQ(in_code("statement has no effect [-Werror=unused-value]"), no_effect);
  EXPECT_EQ(in_code("value computed is not used [-Werror=unused-value]"), no_effect);
  EXPECT_EQ(in_code("equality comparison result unused [-Werror,-Wunused-comparison]"), no_effect);
  EXPECT_EQ(in_code("expression result unused [-Werror,-Wunused-value]"), no_effect);
  EXPECT_EQ(in_code("left operand of comma operator has no effect"),
            in_code("possible misuse of comma operator here [-Werror,-Wcomma]"));
  EXPECT_EQ(in_code("words that no compiler ever said"), "the compiler does not understand this");
}

TEST(Explanation, DeepInALibraryOnlyTheTypesCount) {
  EXPECT_THAT(explain_message("no matching function for call to 'std::tuple<int>::tuple(x)'", true),
              HasSubstr("look at the types"));
}

TEST(ExplainDiagnosis, ShowsTheLineWithACaret) {
  Diagnosis d;
  d.sentence = "a semicolon is missing";
  d.line = 2;
  d.column = 18;
  d.code = "  const int m = n";
  d.message = "expected ';'";
  d.errors = 3;
  EXPECT_THAT(explain_diagnosis(d, file, 78),
              ElementsAre("It does not compile, line 2: a semicolon is missing.", "",
                          "lessons/04_x/mine/table.cpp:2", "      const int m = n",
                          "                     ^", "The compiler says: expected ';'",
                          "(and 2 more, often because of the first; --raw shows all)"));
}

TEST(ExplainDiagnosis, StaysShortAndNarrow) {
  Diagnosis d;
  d.sentence = std::string(300, 'a') + " " + std::string(300, 'b');
  d.message = std::string(3000, 'c');
  d.code = std::string(500, 'd');
  d.line = 12345;
  d.column = 400;
  d.errors = 999;
  for (const std::size_t width : {18U, 40U, 78U}) {
    const auto lines = explain_diagnosis(d, "table.cpp", width);
    EXPECT_LE(lines.size(), 10U);
    for (const std::string& line : lines)
      EXPECT_LE(line.size(), width + 8) << line;  // … is 3 bytes
  }
}

TEST(ExplainDiagnosis, NoCaretWhereColumnsAreUncertain) {
  Diagnosis d;
  d.sentence = "x";
  d.line = 1;
  d.column = 5;
  d.code = "\tint é = 1";
  EXPECT_EQ(explain_diagnosis(d, "table.cpp", 78).size(), 4U);
}

}  // namespace
}  // namespace runner
