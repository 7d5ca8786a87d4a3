#include "course/mistakes/expansion.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "course/mistakes/asked.h"
#include "course/mistakes/catalogue.h"
#include "course/mistakes/solution.h"
#include "course/stage/cpp_text.h"

namespace fs = std::filesystem;

namespace mistakes {
namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

void append(std::vector<std::string>& to, const std::vector<std::string>& all) {
  to.insert(to.end(), all.begin(), all.end());
}

// Each once, in their order.
std::string text_of(const std::vector<std::string>& includes) {
  std::set<std::string> seen;
  std::string text;
  for (const std::string& line : includes)
    if (seen.insert(line).second) text += line + "\n";
  return text;
}

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + "\"";
}

std::string namespace_of(const Entry& entry) {
  std::string name = "mistake_" + entry.id;
  for (char& c : name)
    if (!stage::is_word(c)) c = '_';
  return name;
}

// The task's `using namespace horloge;` and the like.
std::string usings(const std::string& code) {
  std::string text;
  for (const std::size_t begin : definitions(code))
    if (stage::word_at(code, begin) == "using")
      text += code.substr(begin, code.find(';', begin) + 1 - begin) + "\n";
  return text;
}

// A file that answers the exercise by itself.
std::string right_answer(const Code& task, const Entry& entry) {
  const Code front = code_of(entry.front);
  const Edited rest = edited(task.text, entry);
  std::vector<std::string> includes = task.includes;
  append(includes, front.includes);
  append(includes, rest.code.includes);
  const std::string before =
      entry.edits.empty() ? usings(task.text) : task.text.substr(0, rest.from);
  return text_of(includes) + "\n" + before + front.text + "\n" +
         rest.code.text + "\n";
}

// What a mistake leaves as it is, it finds in the solution around it; what all
// of them leave so is in no namespace, for answer.h may speak of it. Nobody
// waits for mistakes: without the optimizer they compile sooner.
std::string all_mistakes(const Code& task, const std::string& answer,
                         const Catalogue& catalogue) {
  const Code helpers = code_of(catalogue.helpers);
  std::vector<std::string> includes = {"#include \"course/exercise/exam.h\""};
  append(includes, task.includes);
  append(includes, helpers.includes);
  std::size_t common = task.text.size();
  std::string spaces, list;
  for (const Entry& entry : catalogue.entries) {
    if (entry.is_right()) continue;
    const Code front = code_of(entry.front);
    const Edited rest = edited(task.text, entry);
    append(includes, front.includes);
    append(includes, rest.code.includes);
    common = std::min(common, rest.from);
    const std::string name = namespace_of(entry);
    spaces += "namespace " + name + " {\n" + front.text + "\n" +
              rest.code.text + "\nAnswer answer() { return " + answer +
              "; }\n}\n\n";
    list += "      {" + quoted(entry.id) + ", " + quoted(entry.sentence) +
            ",\n       solution::" + name + "::answer()},\n";
  }
  return "// Made of task.cpp and mistakes.txt. It is wrong on purpose, and no "
         "warning says so.\n#pragma GCC system_header\n" +
         text_of(includes) + "\n" + task.text.substr(0, common) +
         "\nnamespace {\nnamespace solution {\n\n" + helpers.text + "\n" +
         task.text.substr(common) + "\nAnswer answer() { return " + answer +
         "; }\n\n#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n\n" +
         spaces +
         "}\n}\n\nconst Answer& right_answer() {\n"
         "  static const Answer ours = solution::answer();\n"
         "  return ours;\n}\n\nconst WrongAnswers& wrong_answers() {\n"
         "  static const WrongAnswers all = {\n" +
         list + "  };\n  return all;\n}\n#pragma GCC pop_options\n";
}

}  // namespace

Expansion expand(const fs::path& folder) {
  const Code task = code_of(read(folder / "task.cpp"));
  const auto asked = asked_functions(read(folder / "answer.h"));
  const fs::path file = folder / "mistakes.txt";
  const std::string text = read(file);
  try {
    const Catalogue catalogue = read_catalogue(text);
    Expansion all;
    for (const Entry& entry : catalogue.entries)
      if (entry.is_right()) all.right.push_back(right_answer(task, entry));
    if (all.right.empty())
      throw std::runtime_error(
          "1: there is no other right answer; a check must not insist on one "
          "way, so give it an entry `also right: how`");
    all.answer = answer_header(asked);
    all.mistakes = all_mistakes(task, answer_of(asked), catalogue);
    return all;
  } catch (const std::runtime_error& e) {
    throw std::runtime_error(file.string() + ":" + e.what());
  }
}

}  // namespace mistakes
