#include "horloge/text/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/atomic_file.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

std::string escape(const std::string& token) {
  std::string line;
  for (const char c : token) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\r')
      line += "\\r";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  return line;
}

// False for a backslash that escapes nothing.
bool unescape(std::string_view line, std::string& token) {
  token.clear();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      token += line[i];
      continue;
    }
    const char next = ++i < line.size() ? line[i] : '\0';
    if (next != 'n' && next != 'r' && next != '\\') return false;
    token += next == 'n' ? '\n' : (next == 'r' ? '\r' : '\\');
  }
  return true;
}

}  // namespace

Vocabulary::Vocabulary(SpecialTokens special) : special_(special) {
  if (special == SpecialTokens::none) return;
  add(std::string(padding_token));
  add(std::string(unknown_token));
}

void Vocabulary::add(const std::string& token) {
  ids_.emplace(token, static_cast<std::int64_t>(tokens_.size()));
  tokens_.push_back(token);
}

Vocabulary Vocabulary::from_text(const std::vector<std::string>& tokens, VocabularyOrder order,
                                 std::size_t min_count, SpecialTokens special) {
  struct Counted {
    const std::string* token;
    std::size_t count;
  };
  std::vector<Counted> found;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const std::string& token : tokens) {
    const auto [place, is_new] = places.emplace(token, found.size());
    if (is_new) found.push_back({&token, 0});
    ++found[place->second].count;
  }
  if (order == VocabularyOrder::frequency)
    std::stable_sort(found.begin(), found.end(),
                     [](const Counted& a, const Counted& b) { return a.count > b.count; });
  Vocabulary vocabulary(special);
  for (const Counted& entry : found)
    if (entry.count >= min_count && !vocabulary.contains(*entry.token))
      vocabulary.add(*entry.token);
  return vocabulary;
}

std::int64_t Vocabulary::id(const std::string& token) const {
  const auto found = ids_.find(token);
  if (found != ids_.end()) return found->second;
  if (has_special_tokens()) return unknown_id;
  throw ValueError(fmt::format(
      "[Vocabulary] \"{}\" is not in the vocabulary, which has no <unk> either", excerpt(token)));
}

const std::string& Vocabulary::token(std::int64_t id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= tokens_.size())
    throw IndexError(
        fmt::format("[Vocabulary] id {} is out of range: there are {} tokens", id, tokens_.size()));
  return tokens_[static_cast<std::size_t>(id)];
}

void Vocabulary::save(const std::filesystem::path& path) const {
  std::string text;
  for (const std::string& token : tokens_) text += escape(token) + '\n';
  write_file_atomically(path, text, "Vocabulary::save");
}

Vocabulary Vocabulary::load(const std::filesystem::path& path, SpecialTokens special) {
  const Bytes file = map_file(path, "Vocabulary::load", longest_text_file);
  Vocabulary vocabulary(special);
  const std::size_t specials = vocabulary.size();
  std::size_t number = 0;
  const auto fail = [&](const std::string& what) {
    throw FileError(fmt::format("[Vocabulary::load] {}: line {} {}", path.string(), number, what));
  };
  std::string_view rest = file.view;
  std::string token;
  while (!rest.empty()) {
    ++number;
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) fail("has no line break: the file is truncated");
    if (!unescape(rest.substr(0, end), token)) fail("has a backslash that escapes nothing");
    rest.remove_prefix(end + 1);
    if (token.empty()) fail("is empty");
    try {
      utf8_characters(token, "Vocabulary::load");
    } catch (const ValueError&) {
      fail("is not UTF-8");
    }
    if (number <= vocabulary.size() && number <= specials) {
      if (token != vocabulary.tokens_[number - 1])
        fail(fmt::format("must be {}", vocabulary.tokens_[number - 1]));
      continue;
    }
    if (vocabulary.contains(token)) fail("repeats a token");
    vocabulary.add(token);
  }
  if (number++ < specials) fail("is missing: a vocabulary begins with <pad> and <unk>");
  return vocabulary;
}

}  // namespace horloge
