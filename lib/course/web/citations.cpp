#include "course/web/citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "course/web/html.h"

namespace web {
namespace {

constexpr std::size_t digits = 4;

bool is_space(char c) { return c == ' ' || c == '\n'; }

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Where `names` begin that end before `end`; a line may break in them.
std::size_t begin_of(std::string_view text, std::size_t end,
                     std::string_view names) {
  std::size_t at = end;
  for (std::size_t i = names.size(); i-- > 0; --at) {
    if (at == 0) return std::string::npos;
    const char c = text[at - 1] == '\n' ? ' ' : text[at - 1];
    if (c != names[i]) return std::string::npos;
  }
  return at > 0 && is_word(text[at - 1]) ? std::string::npos : at;
}

// `title` is HTML.
std::string line_with(const content::Paper& paper, const std::string& title) {
  const bool asks = paper.title.back() == '?' || paper.title.back() == '!';
  const bool has_others = paper.surnames.back() == "others";
  const std::string authors =
      has_others ? paper.authors.substr(0, paper.authors.rfind(',')) + " et al."
                 : paper.authors + ".";
  return fmt::format("{} {}{} {}{}{}.", escaped(authors), title,
                     asks ? "" : ".", escaped(paper.venue),
                     paper.venue.empty() ? "" : " ", paper.year);
}

struct Citation {
  const content::Paper* paper = nullptr;
  std::size_t begin = std::string::npos, end = std::string::npos;
};

// The one whose year begins at `at`.
Citation citation_at(std::string_view text, std::size_t at,
                     const std::vector<content::Paper>& papers) {
  Citation found;
  std::size_t end = at;
  const bool in_brackets = end > 0 && text[end - 1] == '(';
  if (in_brackets) --end;
  if (end == 0 || !is_space(text[end - 1])) return found;
  --end;
  const std::string_view year = text.substr(at, digits);
  for (const content::Paper& paper : papers) {
    if (paper.year != year) continue;
    for (const std::string& names : paper.names()) {
      const std::size_t begin = begin_of(text, end, names);
      if (begin < found.begin) found = {&paper, begin, at + digits};
    }
  }
  if (in_brackets && found.end < text.size() && text[found.end] == ')')
    ++found.end;
  return found;
}

std::string linked(std::string_view text,
                   const std::vector<content::Paper>& papers,
                   const std::string& root) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0; at + digits <= text.size(); ++at) {
    if (!is_digit(text[at]) || (at > 0 && is_word(text[at - 1]))) continue;
    const Citation found = citation_at(text, at, papers);
    if (found.paper == nullptr) continue;
    out += text.substr(done, found.begin - done);
    out += fmt::format(
        "<a class=\"cite\" href=\"{}papers.html#{}\" data-paper=\"{}\">{}</a>",
        root, found.paper->key, line_of(*found.paper),
        text.substr(found.begin, found.end - found.begin));
    done = found.end;
  }
  return out + std::string(text.substr(done));
}

// Behind the tag that opens there; behind its element, if that is code, a
// formula, data or another link.
std::size_t end_of(std::string_view html, std::size_t open) {
  const std::size_t close = html.find('>', open);
  if (close == std::string::npos) return html.size();
  const std::string_view tag = html.substr(open + 1, close - open - 1);
  const std::string_view name = tag.substr(0, tag.find_first_of(" \n"));
  for (const std::string_view closed :
       {"a", "pre", "code", "script", "x-equation"}) {
    if (name != closed) continue;
    const std::size_t end = html.find(fmt::format("</{}>", name), close);
    if (end != std::string::npos) return html.find('>', end) + 1;
  }
  return close + 1;
}

}  // namespace

std::string with_citations(const std::string& html,
                           const std::vector<content::Paper>& papers,
                           const std::string& root) {
  const std::string_view all = html;
  std::string out;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t open = std::min(all.find('<', at), all.size());
    out += linked(all.substr(at, open - at), papers, root);
    if (open == all.size()) break;
    at = end_of(all, open);
    out += all.substr(open, at - open);
  }
  return out;
}

std::string line_of(const content::Paper& paper) {
  return line_with(paper, escaped(paper.title));
}

std::string linked_line(const content::Paper& paper) {
  if (paper.address.empty()) return line_of(paper);
  return line_with(paper,
                   fmt::format("<a href=\"{}\">{}</a>", escaped(paper.address),
                               escaped(paper.title)));
}

}  // namespace web
