#include "course/mistakes/solution.h"

#include <algorithm>
#include <stdexcept>

#include "course/stage/cpp_text.h"

namespace mistakes {
namespace {

using stage::CppKind;

// A text without blanks, but for one between two words, and where each
// character of it stands there.
struct Compact {
  explicit Compact(const std::string& whole) {
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (stage::is_space(whole[i])) continue;
      if (!text.empty() && i > 0 && stage::is_space(whole[i - 1]) &&
          stage::is_word(text.back()) && stage::is_word(whole[i])) {
        text += ' ';
        at.push_back(i - 1);
      }
      text += whole[i];
      at.push_back(i);
    }
  }

  std::string text;
  std::vector<std::size_t> at;
};

// Where a piece begins; it neither begins nor ends within a word.
std::vector<std::size_t> places_of(const std::string& piece,
                                   const std::string& whole) {
  std::vector<std::size_t> places;
  const auto joins = [&](std::size_t at) {
    return at > 0 && at < whole.size() && stage::is_word(whole[at - 1]) &&
           stage::is_word(whole[at]);
  };
  for (std::size_t at = whole.find(piece); at != whole.npos;
       at = whole.find(piece, at + 1))
    if (!joins(at) && !joins(at + piece.size())) places.push_back(at);
  return places;
}

struct Replacement {
  std::size_t begin, end;
  std::string in;
};

[[noreturn]] void refuse(std::size_t line, const Entry& entry,
                         const std::string& why) {
  throw std::runtime_error(std::to_string(line) + ": " +
                           (entry.is_right() ? "a right answer" : entry.id) +
                           " takes out " + why);
}

Replacement find(const Compact& compact, const Entry& entry, const Edit& edit,
                 const std::string& in) {
  const std::string piece = Compact(code_of(edit.out).text).text;
  const auto places = piece.empty() ? std::vector<std::size_t>{}
                                    : places_of(piece, compact.text);
  if (places.empty())
    refuse(edit.line, entry,
           "`" + edit.out +
               "`, which stands nowhere in the code of task.cpp; it must "
               "stand there exactly once");
  if (places.size() > 1)
    refuse(edit.line, entry,
           "`" + edit.out + "`, which stands " + std::to_string(places.size()) +
               " times in the code of task.cpp; take out more of what is "
               "around it, so that it stands there exactly once");
  return {compact.at[places[0]], compact.at[places[0] + piece.size() - 1] + 1,
          in};
}

}  // namespace

Code code_of(std::string_view source) {
  const std::vector<CppKind> kinds = stage::cpp_kinds(source);
  Code code;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (kinds[i] == CppKind::directive) {
      const std::size_t end = std::min(source.find('\n', i), source.size());
      code.includes.emplace_back(source.substr(i, end - i));
      i = end;
    } else if (kinds[i] != CppKind::comment) {
      code.text += source[i];
    }
  }
  return code;
}

std::vector<std::size_t> definitions(const std::string& code) {
  const std::string bare = stage::code_only(code);
  std::vector<std::size_t> begins;
  for (std::size_t at = stage::skip_space(bare, 0); at < bare.size();
       at = stage::skip_space(bare, at)) {
    begins.push_back(at);
    for (bool within = true; within && at < bare.size();) {
      const char c = bare[at];
      const bool opens = c == '(' || c == '[' || c == '{';
      at = opens ? std::min(stage::behind_bracket(bare, at), bare.size())
                 : at + 1;
      within = c != ';' && c != '{';
    }
    const std::size_t next = stage::skip_space(bare, at);
    if (next < bare.size() && bare[next] == ';') at = next + 1;
  }
  return begins;
}

Edited edited(const std::string& code, const Entry& entry) {
  const Compact compact(code);
  Edited result{code.size(), {}};
  std::vector<Replacement> all;
  for (const Edit& edit : entry.edits) {
    const Code in = code_of(edit.in);
    result.code.includes.insert(result.code.includes.end(), in.includes.begin(),
                                in.includes.end());
    all.push_back(find(compact, entry, edit, in.text));
  }
  if (all.empty()) return result;
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  for (const std::size_t begin : definitions(code))
    if (begin <= all.front().begin) result.from = begin;
  std::size_t done = result.from;
  for (const Replacement& r : all) {
    if (r.begin < done) refuse(entry.line, entry, "the same text twice");
    result.code.text += code.substr(done, r.begin - done) + r.in;
    done = r.end;
  }
  result.code.text += code.substr(done);
  return result;
}

}  // namespace mistakes
