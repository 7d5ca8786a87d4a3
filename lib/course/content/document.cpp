#include "course/content/document.h"

#include <md4c.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>

#include "course/content/lines.h"

namespace content {
namespace {

// Where the lines of code are in a text, by md4c, which tells of each line of a
// block where it stands.
class CodeFinder {
 public:
  explicit CodeFinder(std::string_view markdown) : all_(markdown) {
    MD_PARSER parser{};
    parser.enter_block = [](MD_BLOCKTYPE type, void*, void* self) {
      if (type == MD_BLOCK_CODE) static_cast<CodeFinder*>(self)->within_ = true;
      return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      if (type == MD_BLOCK_CODE)
        static_cast<CodeFinder*>(self)->within_ = false;
      return 0;
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.text = [](MD_TEXTTYPE, const MD_CHAR* text, MD_SIZE, void* self) {
      static_cast<CodeFinder*>(self)->take(text);
      return 0;
    };
    if (md_parse(all_.data(), static_cast<MD_SIZE>(all_.size()), &parser,
                 this) != 0)
      throw std::runtime_error("[read_document] the text could not be parsed");
  }

  bool is_code(std::size_t line_begin) const {
    return begins_.count(line_begin) > 0;
  }

 private:
  // A line break of md4c's own stands elsewhere.
  void take(const char* text) {
    const std::less<> before;
    if (!within_ || before(text, all_.data()) ||
        !before(text, all_.data() + all_.size()))
      return;
    const auto at = static_cast<std::size_t>(text - all_.data());
    const std::size_t end = all_.substr(0, at).rfind('\n');
    begins_.insert(end == all_.npos ? 0 : end + 1);
  }

  std::string_view all_;
  std::set<std::size_t> begins_;
  bool within_ = false;
};

std::optional<CodeLink> code_link(const std::string& line, std::size_t number) {
  constexpr std::string_view middle = "`](";
  const auto rest = behind(line, "Code: [`");
  const std::size_t name_end = rest ? rest->find(middle) : std::string::npos;
  if (name_end == std::string::npos) return {};
  const std::size_t file = name_end + middle.size();
  const std::size_t file_end = rest->find(')', file);
  if (file_end == std::string::npos) return {};
  return CodeLink{rest->substr(0, name_end),
                  rest->substr(file, file_end - file), number};
}

}  // namespace

Document read_document(std::string_view markdown) {
  const CodeFinder code(markdown);
  Document document;
  std::size_t number = 0, begin = 0;
  for (const std::string& line : lines_of(markdown)) {
    ++number;
    const bool is_code = code.is_code(begin);
    begin += line.size() + 1;
    const auto title = is_code ? std::nullopt : behind(line, "# ");
    const auto heading = is_code ? std::nullopt : behind(line, "## ");
    if (heading) {
      document.sections.push_back({*heading, number, "", {}});
    } else if (!document.sections.empty()) {
      Section& section = document.sections.back();
      section.text += line + "\n";
      if (const auto link = code_link(line, number); link && !is_code)
        section.codes.push_back(*link);
    } else if (title && document.title.empty()) {
      document.title = *title;
    } else {
      document.opening += line + "\n";
    }
  }
  return document;
}

}  // namespace content
