#include "course/claims/notebook.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <stdexcept>

#include "course/content/document.h"
#include "course/content/lines.h"
#include "course/content/marked_code.h"
#include "course/runner/course.h"

namespace claims {
namespace {

bool begins_with(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

// 000.md, but not README.md.
bool is_page(std::string_view name) {
  constexpr std::string_view end = ".md";
  return name.size() > end.size() &&
         std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
         name.substr(name.size() - end.size()) == end;
}

// The text behind `begin`, if it begins so.
std::optional<std::string> behind(const std::string& text,
                                  std::string_view begin) {
  if (!begins_with(text, begin)) return {};
  return text.substr(begin.size());
}

// A number, and what stands behind it and `mark`.
struct Numbered {
  int number;
  std::string rest;
};

std::optional<Numbered> numbered(const std::string& text,
                                 std::string_view mark) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string tail(rest, end);
  if (error != std::errc() || !begins_with(tail, mark)) return {};
  return Numbered{number, tail.substr(mark.size())};
}

// Reads a page line by line.
class PageReader {
 public:
  PageReader(const stage::LessonFiles& files, const ClaimCodes* codes,
             std::set<std::string_view>& used, int& last_number)
      : files_(files), codes_(codes), used_(used), last_number_(last_number) {}

  Notebook read(const stage::SourceFile& page) {
    page_ = page.name;
    const content::Document document = content::read_document(page.text);
    take_title(document.title);
    for (const content::Section& section : document.sections) take(section);
    return notebook_;
  }

 private:
  [[noreturn]] void complain(const std::string& what) const {
    throw std::runtime_error(
        fmt::format("[claims] {}:{}: {}", page_, line_, what));
  }

  Claim& claim() { return notebook_.claims.back(); }
  bool has_code() { return !claim().file.empty(); }

  void take_title(const std::string& heading) {
    const auto title = behind(heading, "Notebook ");
    const auto parts = title ? numbered(*title, ": ") : std::nullopt;
    if (!parts) complain("there is no `# Notebook N: title`");
    notebook_.number = parts->number;
    notebook_.title = parts->rest;
  }

  void take(const content::Section& section) {
    line_ = section.line;
    begin_claim(section.heading);
    std::size_t next = 0;
    for (const std::string& line : content::lines_of(section.text)) {
      ++line_;
      if (next < section.codes.size() && section.codes[next].line == line_)
        take_code(section.codes[next++]);
      else
        take(line);
    }
    end_claim();
  }

  // The first block of code below the line that names the function.
  void take(const std::string& line) {
    if (in_block_) {
      in_block_ = line != "```";
      if (in_block_) claim().found += line + "\n";
    } else if (line == "```" && has_code() && claim().found.empty()) {
      in_block_ = true;
    } else if (!take_entry(line)) {
      (has_code() ? claim().after : claim().before) += line + "\n";
    }
  }

  void begin_claim(const std::string& heading) {
    const auto parts = numbered(heading, ". ");
    if (!parts || parts->number != last_number_ + 1)
      complain(fmt::format("here `## {}. …` is due", last_number_ + 1));
    last_number_ = parts->number;
    notebook_.claims.emplace_back();
    claim().number = parts->number;
    claim().title = parts->rest;
    has_verdict_ = false;
  }

  void end_claim() const {
    const Claim& last = notebook_.claims.back();
    if (last.where.empty() || !has_verdict_ || last.shown.empty() ||
        last.file.empty())
      complain(fmt::format(
          "claim {} lacks one of Where, Verdict, Shown and Code", last.number));
  }

  bool take_entry(const std::string& line) {
    if (const auto where = behind(line, "- Where: ")) {
      claim().where = *where;
    } else if (const auto verdict = behind(line, "- Verdict: ")) {
      take_verdict(*verdict);
    } else if (const auto shown = behind(line, "- Shown: ")) {
      take_shown(*shown);
    } else {
      return false;
    }
    return true;
  }

  void take_verdict(const std::string& text) {
    has_verdict_ = true;
    if (const auto condition = behind(text, "only if ")) {
      claim().verdict = Verdict::only_if;
      claim().condition = *condition;
    } else if (text == "true" || text == "false") {
      claim().verdict = text == "true" ? Verdict::holds : Verdict::fails;
    } else {
      complain("a verdict is `true`, `false` or `only if …`");
    }
  }

  // [lesson 4, Wavelengths](../04_sinusoidal/README.md#aside-wavelengths),
  // [lesson 7, Values at work](../07_attention/README.md#values-at-work)
  void take_shown(std::string rest) {
    while (!rest.empty()) {
      const auto number = behind(rest, "[lesson ");
      const auto parts = numbered(number.value_or(""), ", ");
      const std::size_t end = parts ? parts->rest.find("](") : rest.npos;
      const std::size_t close =
          end == rest.npos ? end : parts->rest.find(')', end);
      if (close == rest.npos)
        complain("what shows it is a link to a step, [lesson N, title](…)");
      claim().shown.push_back({parts->number, parts->rest.substr(0, end)});
      rest = parts->rest.substr(close + 1);
      if (!rest.empty() && !begins_with(rest, ", "))
        complain("a comma is due between what shows it");
      rest.erase(0, 2);
    }
  }

  void take_code(const content::CodeLink& code) {
    if (has_code()) complain("one piece of code a claim");
    claim().file = code.file;
    if (codes_ != nullptr) take_function(code.name);
    const auto file = std::find_if(
        files_.files.begin(), files_.files.end(),
        [&](const stage::SourceFile& f) { return f.name == claim().file; });
    if (file == files_.files.end()) complain("there is no " + claim().file);
    claim().code = content::marked_code(file->text, "Claim", code.name);
  }

  void take_function(const std::string& name) {
    const auto code =
        std::find_if(codes_->begin(), codes_->end(),
                     [&](const ClaimCode& c) { return c.name == name; });
    if (code == codes_->end()) complain("no file has a claim " + name);
    used_.insert(code->name);
    claim().run = code->run;
  }

  const stage::LessonFiles& files_;
  const ClaimCodes* codes_;  // none: they are not to run
  std::set<std::string_view>& used_;
  int& last_number_;
  Notebook notebook_;
  std::string_view page_;
  std::size_t line_ = 1;
  bool has_verdict_ = false;
  bool in_block_ = false;
};

}  // namespace

std::string Claim::full_verdict() const {
  return std::string(word_of(verdict)) +
         (condition.empty() ? "" : " " + condition);
}

namespace {

std::vector<Notebook> read(const stage::LessonFiles& files,
                           const ClaimCodes* codes,
                           std::set<std::string_view>& used) {
  std::vector<stage::SourceFile> pages;
  for (const stage::SourceFile& file : files.files)
    if (is_page(file.name)) pages.push_back(file);
  std::sort(pages.begin(), pages.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  std::vector<Notebook> notebooks;
  int last_number = 0;
  for (const stage::SourceFile& page : pages)
    notebooks.push_back(PageReader(files, codes, used, last_number).read(page));
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
