// Whatever a learner's code does, the verdict is a sentence about it: never a pass, never a crash
// of ours. Each through the real check of an exercise.

#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

class BadBehaviour : public testing::Test {
 protected:
  // Checks a function with this body; answers with all that the learner sees.
  std::string check(const std::string& text) {
    scratch.save(text);
    verdict = scratch.check();
    EXPECT_FALSE(verdict.passed());
    EXPECT_TRUE(scratch.left_behind().empty());
    const std::string screen =
        show_verdict(scratch.session(1000), scratch.exercise(), verdict, false);
    std::fputs(screen.c_str(), stdout);
    return screen;
  }
  std::string check_body(const std::string& body) { return check(table_with(body)); }

  std::string sanitized() {
    const SanitizedResult result = check_sanitized(scratch.course(), Compiler(scratch.course()),
                                                   scratch.exercise(), scratch.exercise().file, 1);
    EXPECT_TRUE(result.finished);
    EXPECT_TRUE(scratch.left_behind().empty());
    return result.trouble;
  }

  Scratch scratch;
  Verdict verdict;
};

TEST_F(BadBehaviour, Crash) {
  EXPECT_THAT(check_body("  volatile int* nowhere = nullptr;\n  *nowhere = 1;\n  return {};"),
              HasSubstr("it crashed: your code read or wrote memory that is not its own"));
  EXPECT_EQ(verdict.outcome, Outcome::crashed);
  EXPECT_THAT(verdict.trouble, HasSubstr("The check was at \"has a row for each position\"."));
}

TEST_F(BadBehaviour, CrashAfterPrinting) {
  EXPECT_THAT(check_body("  std::printf(\"so far\\n\");\n  volatile int* nowhere = nullptr;\n"
                         "  *nowhere = 1;\n  return {};"),
              HasSubstr("your code printed\n        so far\n"));
}

TEST_F(BadBehaviour, DivisionByZero) {
  EXPECT_THAT(check_body("  volatile std::size_t zero = 0;\n  return zeros({d_model / zero});"),
              HasSubstr("it crashed: an integer was divided by zero"));
}

TEST_F(BadBehaviour, EndlessLoop) {
  EXPECT_THAT(
      check_body("  volatile std::size_t i = 0;\n  while (i < 2) i = 0;\n  return {};"),
      // Of a processor's seconds; on a busy machine those of the clock come first.
      testing::ContainsRegex("it was still running after (5|10) seconds and was stopped: is there "
                             "a loop that never ends"));
  EXPECT_EQ(verdict.outcome, Outcome::out_of_time);
}

TEST_F(BadBehaviour, ThrowsAnError) {
  EXPECT_THAT(check_body("  throw std::runtime_error(\"on a bad day\");"),
              HasSubstr("your code threw an error: on a bad day"));
  EXPECT_EQ(verdict.outcome, Outcome::failed);
}

TEST_F(BadBehaviour, ThrowsSomethingElse) {
  EXPECT_THAT(check_body("  throw 42;"), HasSubstr("your code threw the number 42; errors are "));
  EXPECT_THAT(check_body("  throw std::string(\"too bad\");"),
              HasSubstr("your code threw a text, \"too bad\""));
  EXPECT_THAT(check_body("  throw std::vector<int>();"),
              HasSubstr("your code threw something that is not a std::exception"));
}

TEST_F(BadBehaviour, ThrowsFromADestructor) {
  EXPECT_THAT(check_body("  struct Wild { ~Wild() { throw 42; } };\n  { Wild w; }\n  return {};"),
              HasSubstr("threw an error where nothing may be thrown, in a destructor"));
}

TEST_F(BadBehaviour, AddsShapesThatDoNotFit) {
  EXPECT_THAT(check_body("  Array x = zeros({3});\n  x += zeros({4});\n  return x;"),
              HasSubstr("your code combines arrays whose shapes do not fit together"));
  EXPECT_THAT(check_body("  const auto f = []() noexcept { Array x = zeros({3}) + zeros({4}); };\n"
                         "  f();\n  return {};"),
              HasSubstr("it crashed: your code combines arrays whose shapes do not fit together"));
}

// What is printed by the number of the report does not reach it.
TEST_F(BadBehaviour, PrintsIntoTheReport) {
  EXPECT_THAT(check_body("  for (int fd = 3; fd < 100; ++fd)\n"
                         "    dprintf(fd, \"{\\\"event\\\": 7}\\n{\\\"event\\\":\");\n"
                         "  return {};"),
              HasSubstr("the shape is ()"));
}

TEST_F(BadBehaviour, ThrowsALongError) {
  EXPECT_THAT(check_body("  throw std::runtime_error(std::string(5000000, 'x'));"),
              HasSubstr("your code threw an error: xxx"));
  for (const PartResult& part : verdict.parts) EXPECT_LT(part.message.size(), 700U);
}

TEST_F(BadBehaviour, ThrowsWhereNothingMayBeThrown) {
  EXPECT_THAT(check_body("  const auto f = []() noexcept { throw 42; };\n  f();\n  return {};"),
              HasSubstr("threw an error where nothing may be thrown"));
}

TEST_F(BadBehaviour, NaN) {
  EXPECT_THAT(check_body("  return zeros({max_seq_len, d_model}) + NAN;"),
              HasSubstr("got NaN (not a number)"));
}

TEST_F(BadBehaviour, WrongRank) {
  EXPECT_THAT(check_body("  return zeros({max_seq_len * d_model});"),
              HasSubstr("the shape is (42,), want (7, 6)"));
  EXPECT_THAT(check_body("  return zeros({max_seq_len, d_model, 1});"),
              HasSubstr("the shape is (7, 6, 1), want (7, 6)"));
  EXPECT_THAT(check_body("  return {};"), HasSubstr("the shape is ()"));
}

TEST_F(BadBehaviour, OneGiganticArray) {
  EXPECT_THAT(check_body("  return Array::from_shape({max_seq_len << 30, d_model << 10});"),
              HasSubstr("your code asked for more memory than there is"));
}

TEST_F(BadBehaviour, MoreAndMoreArrays) {
  // A vector that grows would copy them, which takes its time.
  EXPECT_THAT(check_body("  std::vector<Array> all;\n  all.reserve(10000);\n"
                         "  while (true) all.push_back(Array::from_shape({1 << 22}));"),
              HasSubstr("your code asked for more memory than there is"));
}

TEST_F(BadBehaviour, EndsTheProgram) {
  EXPECT_THAT(check_body("  std::exit(0);"),
              HasSubstr("your code ended the whole program, with status 0"));
  EXPECT_EQ(verdict.outcome, Outcome::crashed);
}

TEST_F(BadBehaviour, EndsTheProgramBeforeTheCheckBegins) {
  EXPECT_THAT(check(table_with("  return {};") +
                    "static const bool gone = [] { std::exit(0); return true; }();\n"),
              HasSubstr("your code ended the whole program, with status 0"));
}

TEST_F(BadBehaviour, Aborts) {
  EXPECT_THAT(check_body("  std::abort();"), HasSubstr("it crashed: your code called abort()"));
}

TEST_F(BadBehaviour, CallsItselfWithoutEnd) {
  EXPECT_THAT(check(table_with("  volatile char some[1000];\n  some[d_model] = 1;\n"
                               "  return sinusoidal_table(max_seq_len + some[d_model], d_model);")),
              HasSubstr("it crashed: a function calls itself endlessly"));
  EXPECT_EQ(verdict.outcome, Outcome::crashed);
}

// By the clock: it takes no time of the processor's.
TEST_F(BadBehaviour, Sleeps) {
  EXPECT_THAT(
      check("#include <unistd.h>\n" + table_with("  sleep(1000);\n  return {};")),
      HasSubstr("it was still running after 10 seconds and was stopped: is there a loop that "
                "never ends, or does it wait for something?"));
  EXPECT_EQ(verdict.outcome, Outcome::out_of_time);
}

TEST_F(BadBehaviour, DoesNotHeedItsLimit) {
  EXPECT_THAT(check("#include <csignal>\n" +
                    table_with("  std::signal(SIGXCPU, SIG_IGN);\n  volatile bool on = true;\n"
                               "  while (on) continue;\n  return {};")),
              testing::ContainsRegex("it was still running after [0-9]+ seconds and was stopped"));
  EXPECT_EQ(verdict.outcome, Outcome::out_of_time);
}

TEST_F(BadBehaviour, StartsMoreAndMoreProcesses) {
  EXPECT_THAT(
      check("#include <unistd.h>\n" +
            table_with("  while (true)\n    if (fork() == 0 && setsid() > 0) sleep(1000);")),
      HasSubstr("it started more than 32 processes and was stopped"));
  EXPECT_EQ(verdict.outcome, Outcome::out_of_time);
}

TEST_F(BadBehaviour, IsTooLong) {
  EXPECT_THAT(check(right_table() + std::string(std::size_t{20} << 20U, '(')),
              HasSubstr("sinusoidal_table.cpp is 20.0 MB long; an answer has at most 1 MB"));
}

// The compiler is another program that it can lead astray.
TEST_F(BadBehaviour, IncludesAFileWithoutEnd) {
  EXPECT_THAT(check("#include \"/dev/zero\"\n" + right_table()),
              HasSubstr("needs more memory for it than an answer may take"));
  EXPECT_EQ(verdict.outcome, Outcome::does_not_compile);
}

TEST_F(BadBehaviour, HasAMacroThatGrows) {
  std::string macros = "#define A0 1\n";
  for (int i = 1; i <= 12; ++i) {
    macros += "#define A" + std::to_string(i);
    for (int j = 0; j < 10; ++j) macros += (j > 0 ? ", A" : " A") + std::to_string(i - 1);
    macros += "\n";
  }
  EXPECT_THAT(check(macros + "static const int numbers[] = {A12};\n" + right_table()),
              HasSubstr("needs more memory for it than an answer may take"));
}

TEST_F(BadBehaviour, HasATemplateThatGrows) {
  EXPECT_THAT(
      check(right_table() +
            "template <int n, class... T> struct Twice : Twice<n - 1, T..., T...> {};\n"
            "template <class... T> struct Twice<0, T...> {};\nstatic const Twice<40, int> many;\n"),
      testing::ContainsRegex("needs more (memory|time) for it than"));
}

TEST_F(BadBehaviour, PrintsWithoutEnd) {
  const std::string screen = check_body("  while (true) std::puts(\"and so on\");");
  EXPECT_THAT(screen, HasSubstr("it printed more than 16 megabytes and was stopped"));
  EXPECT_THAT(screen, HasSubstr("more lines"));
  EXPECT_LT(screen.size(), 3000U);
}

TEST_F(BadBehaviour, WritesOutsideAnArrayByIndex) {
  EXPECT_THAT(
      check_body("  Array pe = zeros({max_seq_len, d_model});\n"
                 "  pe(max_seq_len, 0) = 1;\n  return pe;"),
      HasSubstr("your code reads or writes outside an array: index 7 on axis 0, which has 0 "
                "to 6 (line 7)"));
}

// What is made of xtensor's templates is often said to stand in the learner's file.
TEST_F(BadBehaviour, HasALineOfItsOwnWhereShapesDoNotFit) {
  EXPECT_THAT(check_body("  const Array pe = zeros({max_seq_len, d_model});\n"
                         "  const Array other = zeros({max_seq_len + 1, d_model});\n"
                         "  return pe * (pe - other) / 2.0;"),
              HasSubstr("(line 8)"));
}

// It may get the block just freed, with the right numbers still in it.
TEST_F(BadBehaviour, ReturnsAnArrayThatNobodyFilled) {
  EXPECT_THAT(
      check(replaced(right_table(), "  return pe;",
                     "  pe = Array();\n  return Array::from_shape({max_seq_len, d_model});")),
      HasSubstr("All of what your code returns was never set"));
}

// A table that is longer than the one before gets too few rows.
TEST_F(BadBehaviour, KeepsATableFromCallToCall) {
  EXPECT_THAT(check(replaced(right_table(), "  return pe;",
                             "  static std::vector<Array> kept(600);\n"
                             "  if (kept[d_model].dimension() < 2) kept[d_model] = pe;\n"
                             "  return kept[d_model];")),
              HasSubstr("`static kept` is made in the first call and kept"));
}

TEST_F(BadBehaviour, CombinesShapesThatDoNotFit) {
  EXPECT_THAT(check_body("  const Array a = zeros({3});\n  const Array b = zeros({4});\n"
                         "  return a + b;"),
              HasSubstr("your code combines arrays whose shapes do not fit together"));
}

// By a pointer: it may pass at first, for the neighbour is nobody's. The second check sees it.
TEST_F(BadBehaviour, WritesOutsideAnArrayByPointer) {
  scratch.save(replaced(right_table(), "  return pe;",
                        "  if (pe.size() > 0) pe.data()[pe.size()] = 1;\n  return pe;"));
  const Verdict quick = scratch.check();
  EXPECT_TRUE(quick.ran());
  const std::string text = read_text(scratch.file());
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(".data()")),
                     '\n');
  EXPECT_EQ(sanitized(), "your code reads or writes outside an array or a vector (line " +
                             std::to_string(line) + ")");
}

TEST_F(BadBehaviour, SpoilsTheHeap) {
  EXPECT_THAT(
      check_body("  double* numbers = new double[4];\n"
                 "  for (int i = -4; i < 64; ++i) const_cast<volatile double*>(numbers)[i] = -1;\n"
                 "  delete[] numbers;\n  return {};"),
      HasSubstr("it crashed: "));
}

TEST_F(BadBehaviour, OverflowsAnInt) {
  scratch.save(replaced(right_table(), "  return pe;",
                        "  volatile int large = 2147483647;\n  large = large + 1;\n  return pe;"));
  EXPECT_THAT(sanitized(), HasSubstr("your code has undefined behaviour: signed integer "
                                     "overflow"));
}

// Of no rows xtensor counts on from a null pointer, which is no fault of the learner's.
TEST_F(BadBehaviour, NoFaultIsFoundWithASumOfNoRows) {
  const Exercise& exercise = scratch.exercise("bag_of_words");
  scratch.save(
      "#include \"exercises/bag_of_words/answer.h\"\nusing namespace horloge;\n"
      "Array bag_of_words(const Ids& ids, const Array& matrix) {\n"
      "  const std::vector<std::size_t> list(ids.begin(), ids.end());\n"
      "  const Array rows = xt::view(matrix, xt::keep(list), xt::all());\n"
      "  return xt::sum(rows, {0});\n}\n",
      "bag_of_words");
  EXPECT_TRUE(scratch.check("bag_of_words").passed());
  const SanitizedResult result =
      check_sanitized(scratch.course(), Compiler(scratch.course()), exercise, exercise.file, 1);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.trouble, "");
}

TEST_F(BadBehaviour, AFileThatIsGone) {
  EXPECT_EQ(scratch.check().trouble, "lessons/04_sinusoidal/mine/sinusoidal_table.cpp is gone");
}

TEST_F(BadBehaviour, ALazySum) {
  EXPECT_THAT(check_body("  Array x = ones({max_seq_len, d_model});\n"
                         "  x -= xt::mean(x, {0}, xt::keep_dims);\n  return x;"),
              HasSubstr("Line 7: xt::mean in the middle of an expression can give wrong numbers"));
}

// A backward that holds what is gone once it runs. The numbers are then anything; what the text
// and the sanitizer show is always the same.
TEST_F(BadBehaviour, ABackwardThatHoldsByReference) {
  const Exercise& exercise = scratch.exercise("token_embedding");
  const std::string right = solution_of(exercise);
  const char* const by_value = "[ids, V, D, padding = padding_idx_]";
  for (const char* const captures : {"[&, padding = padding_idx_]", "[ids, V, D, this]"}) {
    scratch.save(replaced(replaced(right, by_value, captures), "!= padding)",
                          captures[1] == '&' ? "!= padding)" : "!= padding_idx_)"),
                 "token_embedding");
    verdict = scratch.check("token_embedding");
    EXPECT_FALSE(verdict.passed());
    EXPECT_THAT(show_verdict(scratch.session(1000), exercise, verdict, false),
                HasSubstr("a backward runs after the function has returned, and"));
    const SanitizedResult result =
        check_sanitized(scratch.course(), Compiler(scratch.course()), exercise, exercise.file, 1);
    EXPECT_THAT(result.trouble, HasSubstr("is gone by then: capture what it needs by value"));
  }
}

}  // namespace
}  // namespace runner
