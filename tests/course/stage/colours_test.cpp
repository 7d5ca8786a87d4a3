// Colours of listings, and what window they are for.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "course/stage/cpp_colours.h"
#include "course/stage/theme.h"
#include "support/luminance.h"

namespace stage {
namespace {

using horloge::test::luminance;

// Each run of a colour as <k>…</>, k for keyword and so on.
std::string tagged(std::string_view code) {
  Terminal terminal;
  terminal.colour = true;
  terminal.theme = Theme::dark;
  std::string text = coloured_cpp(code, terminal);
  const auto replace = [&text](const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
      text.replace(at, what.size(), by);
  };
  replace("\x1b[0m", "</>");
  for (const auto& [what, tag] :
       {std::pair(CppColour::keyword, "<k>"), std::pair(CppColour::type, "<t>"),
        std::pair(CppColour::quoted, "<q>"), std::pair(CppColour::number, "<n>"),
        std::pair(CppColour::comment, "<c>")})
    replace("\x1b[38;5;" + std::to_string(colour_of(what, Theme::dark)) + "m", tag);
  return text;
}

TEST(CppColours, TellWordsApart) {
  EXPECT_EQ(tagged("const Array x = f(2);"), "<k>const</> <t>Array</> x = f(<n>2</>);");
  EXPECT_EQ(tagged("std::size_t constant"), "std::<t>size_t</> constant");
  EXPECT_EQ(tagged("T(1'000, 0.5, 1e-3f, x1)"), "T(<n>1'000</>, <n>0.5</>, <n>1e-3f</>, x1)");
  EXPECT_EQ(tagged("a(\"if // 1\", 'x');"), "a(<q>\"if // 1\"</>, <q>'x'</>);");
}

TEST(CppColours, KeepToTheirLine) {
  EXPECT_EQ(tagged("x;  // one for\n/* two\n   three */ y"),
            "x;  <c>// one for</>\n<c>/* two</>\n<c>   three */</> y");
}

TEST(CppColours, AreNoneWhereNoneAreWanted) {
  EXPECT_EQ(coloured_cpp("const int x = 1;", Terminal{}), "const int x = 1;");
}

double contrast(double one, double other) {
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

TEST(CppColours, AreLegible) {
  constexpr double black = 0, white = 1;
  for (const CppColour what : {CppColour::keyword, CppColour::type, CppColour::quoted,
                               CppColour::number, CppColour::comment}) {
    EXPECT_GE(contrast(luminance(colour_of(what, Theme::dark)), black), 7);
    EXPECT_GE(contrast(luminance(colour_of(what, Theme::light)), white), 5.7);
    for (const double window : {black, white})
      EXPECT_GE(contrast(luminance(colour_of(what, Theme::either)), window), 3.5);
  }
}

TEST(Theme, IsWhatTheTerminalAnswers) {
  EXPECT_EQ(theme_in_answer("\x1b]11;rgb:ffff/ffff/ffff\a\x1b[?62;c"), Theme::light);
  EXPECT_EQ(theme_in_answer("\x1b]11;rgb:fd/f6/e3\x1b\\"), Theme::light);
  EXPECT_EQ(theme_in_answer("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"), Theme::dark);
  EXPECT_EQ(theme_in_answer("x\x1b]11;rgb:0000/0000/0000\a"), Theme::dark);
  for (const char* none : {"", "\x1b[?62;c", "\x1b]11;rgb:", "\x1b]11;rgb:ffff/ff",
                           "\x1b]11;rgb:fffff/ffff/ffff\a", "\x1b]11;rgba:ff/ff/ff\a"})
    EXPECT_EQ(theme_in_answer(none), Theme::either) << none + 1;
}

TEST(Theme, OrWhatTheEnvironmentSays) {
  EXPECT_EQ(theme_of_colours("15;0"), Theme::dark);
  EXPECT_EQ(theme_of_colours("0;15"), Theme::light);
  EXPECT_EQ(theme_of_colours("0;default;7"), Theme::light);
  EXPECT_EQ(theme_of_colours("7;8"), Theme::dark);
  for (const char* none : {"", "15;", "0;default", "0;16", "0;-1"})
    EXPECT_EQ(theme_of_colours(none), Theme::either) << none;

  Terminal terminal;
  terminal.colour = true;
  setenv("COLORFGBG", "0;15", 1);
  unsetenv("HORLOGE_THEME");
  EXPECT_EQ(find_theme(terminal, false), Theme::light);
  setenv("HORLOGE_THEME", "dark", 1);
  EXPECT_EQ(find_theme(terminal, false), Theme::dark);
  unsetenv("HORLOGE_THEME");
  unsetenv("COLORFGBG");
  EXPECT_EQ(find_theme(terminal, false), Theme::either);
}

}  // namespace
}  // namespace stage
