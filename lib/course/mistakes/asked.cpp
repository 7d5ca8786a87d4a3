#include "course/mistakes/asked.h"

#include <stdexcept>

#include "course/mistakes/solution.h"
#include "course/stage/cpp_text.h"

namespace mistakes {

std::vector<std::string> asked_functions(const std::string& header) {
  const std::string code = stage::code_only(code_of(header).text);
  std::vector<std::string> names;
  for (const std::size_t begin : definitions(code)) {
    if (stage::word_at(code, begin) == "using") continue;
    const std::size_t open = code.find_first_of("({;", begin);
    if (open == code.npos || code[open] != '(') continue;
    const std::size_t end =
        code.find_first_of("{;", stage::behind_bracket(code, open));
    if (end == code.npos || code[end] == '{') continue;  // broken, or given
    names.push_back(stage::word_at(code, stage::word_before(code, open)));
  }
  if (names.empty())
    throw std::runtime_error("answer.h declares no function to be written");
  return names;
}

std::string answer_of(const std::vector<std::string>& functions) {
  std::string all;
  for (const std::string& name : functions)
    all += (all.empty() ? "" : ", ") + name;
  return "{" + all + "}";
}

std::string answer_header(const std::vector<std::string>& functions) {
  std::string members;
  for (const std::string& name : functions)
    members += "  decltype(&::" + name + ") " + name + ";\n";
  return "// Made of answer.h: what the check calls.\n#pragma once\n\n"
         "#include \"answer.h\"\n\nstruct Answer {\n" +
         members + "};\ninline Answer your_answer() { return " +
         answer_of(functions) + "; }\n";
}

}  // namespace mistakes
