// The sanitizers' reports in one sentence.

#include "course/runner/sanitizer_report.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

std::string what_it_says(const std::string& output) {
  return read_sanitizer_report(output, "table.cpp");
}

TEST(SanitizerReport, NothingIsNothing) {
  EXPECT_EQ(what_it_says(""), "");
  EXPECT_EQ(what_it_says("what a learner prints\n"), "");
}

TEST(SanitizerReport, OutsideAnArray) {
  EXPECT_EQ(what_it_says(
                "=================================================================\n"
                "==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x603000000058 "
                "at pc 0x7f bp 0x7ffc sp 0x7ffc\n"
                "WRITE of size 8 at 0x603000000058 thread T0\n"
                "    #0 0x7f in fill(double*) lessons/04_x/mine/table.cpp:14\n"
                "    #1 0x7f in table(unsigned long) lessons/04_x/mine/table.cpp:20\n"),
            "your code reads or writes outside an array or a vector (line 14)");
}

TEST(SanitizerReport, EachKindHasItsSentence) {
  const auto report = [](const std::string& kind) {
    return what_it_says("==1==ERROR: AddressSanitizer: " + kind +
                        " on address 0x1 at pc 0x2\n    #0 0x3 in f() a/table.cpp:9\n");
  };
  EXPECT_EQ(report("stack-buffer-overflow"),
            "your code reads or writes outside a local array (line 9)");
  EXPECT_EQ(report("heap-use-after-free"),
            "your code uses memory that was freed: a reference or pointer to something that "
            "is gone (line 9)");
  EXPECT_EQ(report("stack-use-after-scope"),
            "your code uses a local variable that is gone: a reference to it, or an xtensor "
            "expression kept with auto, outlived it (line 9)");
  EXPECT_EQ(report("stack-overflow"), "your code calls itself endlessly (line 9)");
  EXPECT_EQ(report("SEGV"), "your code follows a pointer that points nowhere (line 9)");
  EXPECT_EQ(report("attempting double-free"), "your code frees the same memory twice (line 9)");
  EXPECT_EQ(report("out-of-memory"), "your code asks for more memory than there is (line 9)");
  EXPECT_EQ(report("something-new"), "the address sanitizer found an error (line 9)");
}

TEST(SanitizerReport, ABackwardThatHoldsWhatIsGone) {
  EXPECT_EQ(
      what_it_says("==1==ERROR: AddressSanitizer: stack-use-after-return on address 0x1 at pc 0x2\n"
                   "READ of size 1 at 0x1 thread T0\n"
                   "    #0 0x3 in std::optional<long>::operator bool() const /usr/optional:985\n"
                   "    #1 0x3 in f()::{lambda(Array&, horloge::Gradients&)#1} a/table.cpp:9\n"
                   "    #2 0x4 in horloge::record<std::initializer_list<horloge::Tensor>, "
                   "f()::{lambda(Array&, horloge::Gradients&)#1}>(char const*) lib/record.h:138\n"),
      "a backward runs after the function has returned, and what it holds by reference, or "
      "through `this`, is gone by then: capture what it needs by value, by name, without & "
      "(line 9)");
}

TEST(SanitizerReport, UndefinedBehaviourInItsOwnWords) {
  EXPECT_EQ(what_it_says(
                "a/table.cpp:7:21: runtime error: signed integer overflow: 2147483647 + 1 cannot "
                "be represented in type 'int'\n"),
            "your code has undefined behaviour: signed integer overflow: 2147483647 + 1 "
            "cannot be represented in type 'int' (line 7)");
}

TEST(SanitizerReport, WithoutALineOfTheLearner) {
  EXPECT_EQ(what_it_says("==1==ERROR: AddressSanitizer: SEGV on unknown address\n    #0 0x1 in g() "
                         "other.cpp:3\n"),
            "your code follows a pointer that points nowhere");
}

TEST(SanitizerReport, TooMuchMemory) {
  EXPECT_EQ(what_it_says("==1==AddressSanitizer: hard rss limit exhausted (3000Mb vs 3010Mb)\n"),
            "your code asks for more memory than there is");
}

}  // namespace
}  // namespace runner
