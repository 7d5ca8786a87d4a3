#include "course/web/pdf_pages.h"

#include <charconv>
#include <stdexcept>

namespace web {
namespace {

// The number that begins there; 0 if none does.
int number_at(std::string_view text, std::size_t at) {
  int number = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), number);
  return number;
}

// "46 0 obj\n<</Type /Page\n": the objects of pages, in their order.
std::map<int, int> pages_by_object(std::string_view pdf) {
  constexpr std::string_view mark = " 0 obj\n<</Type /Page\n";
  std::map<int, int> pages;
  for (std::size_t at = pdf.find(mark); at != std::string::npos;
       at = pdf.find(mark, at + 1)) {
    const std::size_t line = pdf.rfind('\n', at);
    if (line == std::string::npos) continue;
    const int page = static_cast<int>(pages.size()) + 1;
    pages.emplace(number_at(pdf, line + 1), page);
  }
  return pages;
}

}  // namespace

std::map<std::string, int> pages_of_places(std::string_view pdf) {
  const std::map<int, int> pages = pages_by_object(pdf);
  if (pages.empty())
    throw std::runtime_error("[pages_of_places] this PDF shows no pages");
  // "/p12 [46 0 R /XYZ 6 776.25 0]"
  constexpr std::string_view mark = " 0 R /XYZ ";
  std::map<std::string, int> found;
  for (std::size_t at = pdf.find(mark); at != std::string::npos;
       at = pdf.find(mark, at + 1)) {
    const std::size_t bracket = pdf.rfind(" [", at);
    const std::size_t slash = pdf.rfind('/', at);
    if (bracket == std::string::npos || slash == std::string::npos ||
        slash > bracket)
      continue;
    const auto page = pages.find(number_at(pdf, bracket + 2));
    if (page != pages.end())
      found.emplace(pdf.substr(slash + 1, bracket - slash - 1), page->second);
  }
  return found;
}

}  // namespace web
