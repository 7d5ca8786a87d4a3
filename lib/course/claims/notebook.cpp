#include "course/claims/notebook.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "course/content/marked_code.h"
#include "course/runner/course.h"

namespace claims {
namespace {

// 000.md, but not README.md.
bool is_page(std::string_view name) {
  constexpr std::string_view end = ".md";
  return name.size() > end.size() &&
         std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
         name.substr(name.size() - end.size()) == end;
}

Claim claim_of(const content::Claim& text, std::string_view page,
               const stage::LessonFiles& files, const ClaimCodes* codes,
               std::set<std::string_view>& used) {
  const auto complain = [&](const std::string& what) {
    throw std::runtime_error(
        fmt::format("[claims] {}:{}: {}", page, text.link.line, what));
  };
  Claim claim{text, "", {}};
  if (codes != nullptr) {
    const auto code = std::find_if(
        codes->begin(), codes->end(),
        [&](const ClaimCode& c) { return c.name == text.link.name; });
    if (code == codes->end()) complain("no file has a claim " + text.link.name);
    used.insert(code->name);
    claim.run = code->run;
  }
  const auto file = std::find_if(
      files.files.begin(), files.files.end(),
      [&](const stage::SourceFile& f) { return f.name == text.link.file; });
  if (file == files.files.end()) complain("there is no " + text.link.file);
  claim.code = content::marked_code(file->text, "Claim", text.link.name);
  return claim;
}

// Without `codes` they are not to run.
std::vector<Notebook> read(const stage::LessonFiles& files,
                           const ClaimCodes* codes,
                           std::set<std::string_view>& used) {
  std::vector<stage::SourceFile> pages;
  for (const stage::SourceFile& file : files.files)
    if (is_page(file.name)) pages.push_back(file);
  std::sort(pages.begin(), pages.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  std::vector<Notebook> notebooks;
  int next = 1;
  for (const stage::SourceFile& page : pages) {
    const content::Claims claims =
        content::read_claims(page.text, page.name, next);
    next += static_cast<int>(claims.all.size());
    notebooks.push_back({claims.number, claims.title, {}});
    for (const content::Claim& claim : claims.all)
      notebooks.back().claims.push_back(
          claim_of(claim, page.name, files, codes, used));
  }
  return notebooks;
}

}  // namespace

std::vector<Notebook> read_notebooks(const stage::LessonFiles& files,
                                     const ClaimCodes& codes) {
  std::set<std::string_view> used;
  const std::vector<Notebook> notebooks = read(files, &codes, used);
  for (const ClaimCode& code : codes)
    if (used.count(code.name) == 0)
      throw std::runtime_error(
          fmt::format("[claims] no page names {}", code.name));
  return notebooks;
}

std::vector<Notebook> read_notebooks(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> texts;  // name, text
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file())
      texts.emplace_back(entry.path().filename(),
                         runner::read_text(entry.path()));
  stage::LessonFiles files;
  for (const auto& [name, text] : texts) files.files.push_back({name, text});
  std::set<std::string_view> used;
  return read(files, nullptr, used);
}

}  // namespace claims
