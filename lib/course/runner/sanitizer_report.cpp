#include "course/runner/sanitizer_report.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>
#include <utility>

namespace runner {
namespace {

// " (line 14)", from the first "NAME.cpp:14" after a place in the text.
std::string line_in(const std::string& output, const std::string& file_name,
                    std::size_t from) {
  const std::string mark = file_name + ":";
  const std::size_t at = output.find(mark, from);
  if (at == std::string::npos) return "";
  std::size_t end = at + mark.size();
  while (end < output.size() && std::isdigit(output[end]) != 0) ++end;
  return fmt::format(" (line {})",
                     output.substr(at + mark.size(), end - at - mark.size()));
}

constexpr std::pair<std::string_view, std::string_view> address_errors[] = {
    {"heap-buffer-overflow",
     "your code reads or writes outside an array or a vector"},
    {"stack-buffer-overflow",
     "your code reads or writes outside a local array"},
    {"global-buffer-overflow",
     "your code reads or writes outside a global array"},
    {"heap-use-after-free",
     "your code uses memory that was freed: a reference or pointer to "
     "something that is gone"},
    {"stack-use-after",
     "your code uses a local variable that is gone: a "
     "reference to it, or an xtensor expression kept with "
     "auto, outlived it"},
    {"stack-overflow", "your code calls itself endlessly"},
    {"double-free", "your code frees the same memory twice"},
    {"SEGV", "your code follows a pointer that points nowhere"},
    {"out-of-memory", "your code asks for more memory than there is"},
    {"too-big", "your code asks for more memory than there is"},
    {"rss limit", "your code asks for more memory than there is"},
};

}  // namespace

std::string read_sanitizer_report(const std::string& output,
                                  const std::string& file_name) {
  const std::size_t undefined = output.find("runtime error: ");
  if (undefined != std::string::npos) {
    const std::size_t line = output.rfind('\n', undefined) + 1;  // or 0
    const std::size_t text = undefined + std::string("runtime error: ").size();
    return fmt::format("your code has undefined behaviour: {}{}",
                       output.substr(text, output.find('\n', text) - text),
                       line_in(output, file_name, line));
  }
  const std::size_t address = output.find("ERROR: AddressSanitizer");
  const std::size_t start =
      address != std::string::npos ? address : output.find("hard rss limit");
  if (start == std::string::npos) return "";
  const std::string line = line_in(output, file_name, start);
  // A backward is called by what horloge::record made of it.
  if (output.find("stack-use-after", start) < output.find('\n', start) &&
      output.find("horloge::record<", start) != std::string::npos)
    return "a backward runs after the function has returned, and what it holds "
           "by reference, or through `this`, is gone by then: capture what it "
           "needs by value, by name, without &" +
           line;
  for (const auto& [what, sentence] : address_errors)
    if (output.find(what, start) < output.find('\n', start))
      return std::string(sentence) + line;
  return "the address sanitizer found an error" + line;
}

}  // namespace runner
