#include "course/content/papers.h"

#include <cctype>
#include <map>
#include <stdexcept>

#include "course/content/lines.h"

namespace content {
namespace {

// Braces keep BibTeX from changing a title; \& is its &.
std::string plain(std::string_view value) {
  std::string text;
  for (const char c : value)
    if (c != '{' && c != '}' && c != '\\') text += c;
  return text;
}

// "Quoc V. Le" is Le, "Laurens van der Maaten" is van der Maaten; "{Kimi Team}"
// and "Le Scao, Teven" say themselves what the surname is.
std::string surname_of(const std::string& author) {
  if (author.front() == '{') return plain(author);
  const std::size_t comma = author.find(", ");
  if (comma != std::string::npos) return author.substr(0, comma);
  std::size_t at = author.rfind(' ');
  while (at != std::string::npos && at > 0) {
    const std::size_t before = author.rfind(' ', at - 1);
    if (before == std::string::npos ||
        std::islower(static_cast<unsigned char>(author[before + 1])) == 0)
      break;
    at = before;
  }
  return at == std::string::npos ? author : author.substr(at + 1);
}

std::string name_of(const std::string& author) {
  const std::size_t comma = author.find(", ");
  return comma == std::string::npos
             ? plain(author)
             : author.substr(comma + 2) + " " + author.substr(0, comma);
}

Paper paper_of(const std::string& key, const std::string& bibtex,
               const std::map<std::string, std::string>& fields) {
  const auto field = [&](const char* name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
  };
  Paper paper;
  paper.key = key;
  paper.bibtex = bibtex;
  paper.title = plain(field("title"));
  paper.year = plain(field("year"));
  for (const char* const name : {"journal", "booktitle", "howpublished"})
    if (paper.venue.empty()) paper.venue = plain(field(name));
  paper.address = field("url");
  if (paper.address.empty() && !field("eprint").empty())
    paper.address = "https://arxiv.org/abs/" + field("eprint");
  if (paper.title.empty() || paper.year.empty() || field("author").empty())
    throw std::runtime_error("[papers] " + key +
                             " lacks its authors, its title or its year");
  for (const std::string& author : split(field("author"), " and ")) {
    paper.surnames.push_back(surname_of(author));
    paper.authors += (paper.authors.empty() ? "" : ", ") + name_of(author);
  }
  return paper;
}

}  // namespace

std::vector<std::string> Paper::names() const {
  if (surnames.size() == 1) return surnames;
  if (surnames.size() == 2) return {surnames[0] + " and " + surnames[1]};
  std::vector<std::string> all = {surnames[0] + " et al."};
  if (surnames.size() == 3 && surnames.back() != "others")
    all.push_back(surnames[0] + ", " + surnames[1] + " and " + surnames[2]);
  return all;
}

std::vector<Paper> read_papers(std::string_view text) {
  std::vector<Paper> papers;
  std::string key, bibtex;
  std::map<std::string, std::string> fields;
  for (const std::string& line : lines_of(text)) {
    const std::size_t open = line.find('{');
    if (!line.empty() && line.front() == '@') {
      key = line.substr(open + 1, line.find(',') - open - 1);
      bibtex.clear();
      fields.clear();
    } else if (const std::size_t is = line.find(" = {");
               is != std::string::npos) {
      const std::size_t name = line.find_first_not_of(' ');
      fields[line.substr(name, is - name)] =
          line.substr(is + 4, line.rfind('}') - is - 4);
    }
    bibtex += line + "\n";
    if (line == "}") papers.push_back(paper_of(key, bibtex, fields));
  }
  return papers;
}

}  // namespace content
