#include "course/mistakes/catalogue.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "course/content/lines.h"

namespace mistakes {
namespace {

constexpr std::string_view right_mark = "also right", arrow = " ~>";

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::runtime_error(std::to_string(line) + ": " + why);
}

void append(std::string& text, std::string_view line) {
  if (!text.empty()) text += '\n';
  text += line;
}

// Goes through the lines: helpers, then of each entry its head, more of its
// sentence, its edits.
class Reader {
 public:
  Catalogue run(const std::string& text) {
    for (const std::string& line : content::lines_of(text)) {
      ++number_;
      if (line.empty())
        within_ = Within::nothing;
      else if (line[0] == '-' || line[0] == '+')
        edit(line[0], std::string_view(line).substr(line.size() > 1 ? 2 : 1));
      else if (content::begins_with(line, "~ "))
        replace(std::string_view(line).substr(2));
      else if (content::begins_with(line, "  ") && within_ == Within::sentence)
        entries_.back().sentence += line.substr(1);
      else
        head(line);
    }
    for (const Entry& entry : entries_) examine(entry);
    return {helpers_, entries_};
  }

 private:
  enum class Within { nothing, sentence, out, in, front };

  void head(const std::string& line) {
    const std::size_t colon = line.find(": ");
    const std::string name = line.substr(0, colon);
    const bool right = name == right_mark;
    constexpr std::string_view of_ids =
        "abcdefghijklmnopqrstuvwxyz0123456789-.";
    if (colon == line.npos ||
        (!right && name.find_first_not_of(of_ids) != name.npos))
      refuse(number_,
             "a line is `id: what the learner is told`, `also right: how`, "
             "more of such a sentence behind two blanks, `- what is taken "
             "out`, `+ what is put in` or `~ the one ~> the other`; this one "
             "is none of them");
    if (!right && !ids_.insert(name).second)
      refuse(number_, name + " stands here a second time");
    Entry entry;
    entry.id = right ? "" : name;
    entry.sentence = line.substr(colon + 2);
    entry.line = number_;
    entries_.push_back(entry);
    within_ = Within::sentence;
  }

  void edit(char sign, std::string_view text) {
    if (entries_.empty()) {
      if (sign == '-') refuse(number_, "this is taken out for no mistake");
      return append(helpers_, text);
    }
    Entry& entry = entries_.back();
    if (sign == '-') {
      if (within_ != Within::out) entry.edits.push_back({"", "", number_});
      append(entry.edits.back().out, text);
      within_ = Within::out;
    } else if (entry.edits.empty()) {
      append(entry.front, text);
      within_ = Within::front;
    } else if (within_ == Within::nothing) {
      refuse(number_, "what is put in stands right below what it replaces");
    } else {
      append(entry.edits.back().in, text);
      within_ = Within::in;
    }
  }

  void replace(std::string_view text) {
    const std::size_t at = text.rfind(arrow), end = at + arrow.size();
    if (at == text.npos || (end < text.size() && text[end] != ' '))
      refuse(number_,
             "what is put in stands behind ` ~> `: `~ the one ~> the other`");
    if (entries_.empty()) refuse(number_, "this is taken out for no mistake");
    const std::string_view in = text.substr(std::min(end + 1, text.size()));
    entries_.back().edits.push_back(
        {std::string(text.substr(0, at)), std::string(in), number_});
    within_ = Within::nothing;
  }

  static void examine(const Entry& entry) {
    if (entry.edits.empty() && entry.front.empty())
      refuse(entry.line,
             (entry.is_right() ? "the right answer" : entry.id) +
                 " says nothing of how the solution is changed; give it lines "
                 "that begin with `- ` and `+ `, or with `~ `");
  }

  std::string helpers_;
  std::vector<Entry> entries_;
  std::set<std::string> ids_;
  std::size_t number_ = 0;
  Within within_ = Within::nothing;
};

}  // namespace

Catalogue read_catalogue(const std::string& text) { return Reader().run(text); }

}  // namespace mistakes
