// What g++ 12 to 16 and clang 14 to 21 said of the errors of `slips.h`, in messages/, explained.
// Diagnostics asks the compilers that are installed; this holds for those of other systems as well.

#include <filesystem>
#include <fstream>
#include <map>

#include "course/runner/diagnosis.h"
#include "slips.h"
#include "support/matchers.h"

namespace runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* table_file = "lessons/04_sinusoidal/mine/sinusoidal_table.cpp";

// Messages by the name of the slip; a line "== NAME" begins them.
std::map<std::string, std::string> kept_messages(const fs::path& path) {
  std::map<std::string, std::string> kept;
  std::ifstream in(path);
  std::string name;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("== ", 0) == 0)
      kept[name = line.substr(3)];
    else
      kept[name] += line + '\n';
  }
  return kept;
}

class CompilerMessages : public testing::TestWithParam<const char*> {};

TEST_P(CompilerMessages, OfEachSlipAreExplained) {
  const std::string compiler = GetParam();
  const auto kept =
      kept_messages(fs::path(HORLOGE_ROOT) / "tests/course/runner/messages" / (compiler + ".txt"));
  const bool clang = compiler.rfind("clang", 0) == 0;
  for (const Slip& slip : slips()) {
    if (clang && !slip.by_either) continue;
    ASSERT_EQ(kept.count(slip.name), 1U) << slip.name;
    const Diagnosis read = diagnose(kept.at(slip.name), table_file, slip.source());
    EXPECT_THAT(compile_sentence(read), HasSubstr(slip.told(clang))) << slip.name;
    if (slip.line() > 0) {
      EXPECT_EQ(read.line, slip.line()) << slip.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, CompilerMessages,
                         testing::Values("g++-12", "g++-14", "g++-16", "clang-14", "clang-19",
                                         "clang-21"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (const std::string sign : {"++", "-"})
                             while (name.find(sign) != std::string::npos)
                               name.replace(name.find(sign), sign.size(), sign == "-" ? "_" : "pp");
                           return name;
                         });

}  // namespace
}  // namespace runner
