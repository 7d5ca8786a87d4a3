// A learner's function in the place of the lesson's.

#include <gtest/gtest.h>

#include "course/stage/replacement.h"

namespace stage {
namespace {

TEST(FindFunction, FindsADefinition) {
  const std::string body = "Array f(const Array& x,\n        int n)\n{\n  if (n) { g(x); }\n}";
  EXPECT_EQ(find_function("#include <f>\n\n/// f(x) {\n" + body + "\nint g() {}\n", "f"), body);
  EXPECT_EQ(find_function("Array f(int);\nint g() { return f(1); }\n" + body, "f"), body);
  EXPECT_EQ(find_function("const int a = f(2);\n" + body, "f"), body);
  EXPECT_EQ(find_function(body, "g"), "");
}

TEST(FindFunction, IsNotMisledByCommentsAndStrings) {
  const std::string body =
      "int f() {\n  // }\n  /* } */ const char* s = \"}\\\"}\";\n  return '}' + 1'000;\n}";
  EXPECT_EQ(find_function(body + "\n}", "f"), body);
}

TEST(FindFunction, WantsOneOutsideOfAllElse) {
  EXPECT_EQ(find_function("int f() {}\nint f(int) {}\n", "f"), "");
  EXPECT_EQ(find_function("namespace a {\nint f() {}\n}\n", "f"), "");
  EXPECT_EQ(find_function("int f(", "f"), "");
  EXPECT_EQ(find_function("\"", "f"), "");
  EXPECT_EQ(find_function("", "f"), "");
}

TEST(Replacement, IsShownInItsSteps) {
  Lesson lesson;
  lesson.steps.resize(2);
  lesson.steps[0].code = "// Ours.\nint f() { return 1; }\n\nint g() { return f(); }\n";
  lesson.steps[1].code = "int h() { return f(); }\n";
  show_replacement(lesson, {"f", "mine/f.cpp", "#include <x>\nint f() { return 2; }\n"});
  EXPECT_EQ(lesson.steps[0].code,
            "// Ours.\n// Your own, from\n// mine/f.cpp:\nint f() { return 2; }\n\n"
            "int g() { return f(); }\n");
  EXPECT_EQ(lesson.steps[1].code, "int h() { return f(); }\n");
  const std::string before = lesson.steps[0].code;
  show_replacement(lesson, {"g", "mine/g.cpp", "no function\n"});
  EXPECT_EQ(lesson.steps[0].code, before);
}

}  // namespace
}  // namespace stage
