// Compares what a lesson prints with a stored text:
//
//   check_output PROGRAM EXPECTED.txt [--quick] [--results FOLDER]
//
// In FOLDER is what long steps printed once, each in a file of its name. It is compared with the
// stored text too: the lesson is played with it instead of those steps. And it has every step that
// was long now. The first line of the stored text says which steps are quick: `quick steps: 1 2 5`.
// Lines must be the same to the letter, but for figures that are measured or rounding: where the
// stored text says {98..100}, the lesson must print a number between the two. A line {...} stands
// for any line: one of a picture of what was trained.

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

bool parse_number(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0';
}

// Whether a number lies within "{low..high}".
bool is_within(const std::string& word, const std::string& bounds) {
  const std::size_t dots = bounds.find("..");
  if (dots == std::string::npos || bounds.front() != '{' || bounds.back() != '}') return false;
  double number = 0;
  double low = 0;
  double high = 0;
  return parse_number(word, number) && parse_number(bounds.substr(1, dots - 1), low) &&
         parse_number(bounds.substr(dots + 2, bounds.size() - dots - 3), high) && number >= low &&
         number <= high;
}

bool fits(const std::string& got, const std::string& want) {
  if (want == "{...}") return true;
  if (want.find('{') == std::string::npos || want.find("..") == std::string::npos)
    return got == want;
  const auto a = words_of(got);
  const auto b = words_of(want);
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && !is_within(a[i], b[i])) return false;
  return true;
}

std::string run(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> block{};
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), pipe))
    output.append(block.data(), n);
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(fmt::format("{} ended with status {}", command, status));
  return output;
}

// The part of the stored text that belongs to a step: from its heading `2/10  …` to the next one,
// or to the code that was folded.
std::string step_of(const std::string& text, int step) {
  std::string part;
  bool inside = false;
  for (const std::string& line : split_lines(text)) {
    int number = 0;
    int count = 0;
    int after = 0;
    if (std::sscanf(line.c_str(), "%d/%d%n", &number, &count, &after) == 2 &&
        line.compare(static_cast<std::size_t>(after), 2, "  ") == 0)
      inside = number == step;
    if (line == "The folded code") inside = false;
    if (inside) part += line + "\n";
  }
  return part;
}

// Without the sentences that say where a stored result was shown.
std::string without_notes(const std::string& text) {
  std::string rest;
  bool below_note = false;
  for (const std::string& line : split_lines(text)) {
    const bool note = line.rfind("(A stored result: ", 0) == 0;
    if (!note && !(below_note && line.empty())) rest += line + "\n";
    below_note = note;
  }
  return rest;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  if (fs::exists(folder))
    for (const fs::directory_entry& file : fs::directory_iterator(folder))
      names.insert(file.path().filename());
  return names;
}

// Of the steps that were long, those that have no stored result.
int missing(const fs::path& stored, const fs::path& now) {
  int count = 0;
  const std::set<std::string> there = names_in(stored);
  for (const std::string& name : names_in(now)) {
    if (there.count(name) == 1) continue;
    fmt::print("no {}: see \"Stored results\" in CONTRIBUTING\n", (stored / name).string());
    ++count;
  }
  return count;
}

std::vector<int> quick_steps(const std::string& line) {
  const std::string begin = "quick steps:";
  if (line.rfind(begin, 0) != 0)
    throw std::runtime_error("the first line of the stored text must say: quick steps: 1 2 …");
  std::istringstream numbers(line.substr(begin.size()));
  return {std::istream_iterator<int>(numbers), {}};
}

int compare(const std::string& got, const std::string& want) {
  const auto a = split_lines(got);
  const auto b = split_lines(want);
  int differences = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string line_a = i < a.size() ? a[i] : "(no such line)";
    const std::string line_b = i < b.size() ? b[i] : "(no such line)";
    if (fits(line_a, line_b)) continue;
    fmt::print("line {}\n  got  {}\n  want {}\n", i + 1, line_a, line_b);
    if (++differences == 10) break;
  }
  return differences;
}

}  // namespace

int main(int argc, char** argv) try {
  std::string program;
  std::string expected;
  bool quick = false;
  CLI::App app{"Compares what a lesson prints with a stored text"};
  app.add_option("program", program)->required()->check(CLI::ExistingFile);
  app.add_option("expected", expected)->required()->check(CLI::ExistingFile);
  app.add_flag("--quick", quick, "only the steps that the stored text calls quick");
  std::string results;
  app.add_option("--results", results, "stored results of long steps");
  CLI11_PARSE(app, argc, argv);

  setenv("COLUMNS", "80", 1);
  std::ifstream file(expected);
  std::string first_line;
  std::getline(file, first_line);
  const std::string want{std::istreambuf_iterator<char>(file), {}};
  const std::string quoted = "'" + program + "'";
  int differences = 0;
  if (!quick) {
    const horloge::test::TemporaryFolder now;
    const std::string all = quoted + " --all --store " + now.path().string();
    differences = compare(run(all + " </dev/null"), want) + missing(results, now.path());
    if (!names_in(results).empty())
      differences += compare(without_notes(run(quoted + " --all --stored </dev/null")), want);
  }
  for (const int step : quick ? quick_steps(first_line) : std::vector<int>{})
    differences +=
        compare(run(fmt::format("{} --step {} </dev/null", quoted, step)), step_of(want, step));
  fmt::print("{} of the lines differ\n", differences == 0 ? "none" : "some");
  return differences == 0 ? 0 : 1;
} catch (const std::exception& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 1;
}
