#include "course/models/token_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "course/runner/course.h"
#include "horloge/core/error.h"
#include "horloge/text/utf8.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

using nlohmann::json;
using Tokens = std::vector<std::string>;

void add(Tokens& tokens, const std::string& token, std::int64_t id) {
  // No vocabulary is larger, and a wrong id must not take all memory.
  constexpr std::int64_t most = 10'000'000;
  if (id < 0 || id >= most) return;
  const auto place = static_cast<std::size_t>(id);
  if (place >= tokens.size()) tokens.resize(place + 1);
  tokens[place] = token;
}

// {"the": 262, …}
Tokens tokens_by_name(const json& ids) {
  Tokens tokens;
  for (const auto& [token, id] : ids.items())
    add(tokens, token, id.get<std::int64_t>());
  return tokens;
}

// [["the", -3.5], …], where an id is a place
Tokens tokens_by_place(const json& entries) {
  Tokens tokens;
  for (const json& entry : entries)
    tokens.push_back(entry.at(0).get<std::string>());
  return tokens;
}

Tokens tokens_of_list(const json& list) {
  return list.is_array() ? tokens_by_place(list) : tokens_by_name(list);
}

Tokens of_tokenizer(const std::string& text) {
  const json all = json::parse(text);
  Tokens tokens = tokens_of_list(all.at("model").at("vocab"));
  for (const json& added : all.value("added_tokens", json::array()))
    add(tokens, added.at("content").get<std::string>(),
        added.at("id").get<std::int64_t>());
  return tokens;
}

Tokens of_names(const std::string& text) {
  return tokens_of_list(json::parse(text));
}

Tokens of_lines(const std::string& text) {
  Tokens tokens;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    tokens.push_back(line);
  }
  return tokens;
}

// Nothing where there is no such list, or a broken one.
Tokens tokens_in(const fs::path& file,
                 Tokens (*tokens_of)(const std::string&)) try {
  return tokens_of(read_text(file));
} catch (const horloge::Error&) {
  return {};
} catch (const json::exception&) {
  return {};
}

bool begins(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

void replace_all(std::string& text, const std::string& from,
                 const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos;
       at += to.size())
    text.replace(at, from.size(), to);
}

// GPT-2's letters for the bytes: those that can be seen stand for themselves,
// the others for the letters from U+0100 on.
Tokens make_letters() {
  Tokens letters;
  char32_t next = 0x100;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool seen =
        (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
    letters.push_back(horloge::to_utf8(seen ? byte : next++));
  }
  return letters;
}

// "Ġthe" -> " the"; a token with another letter was added as it is.
std::string from_letters(const std::string& token) try {
  static const Tokens letters = make_letters();
  std::string bytes;
  for (const auto& [code, letter] :
       horloge::utf8_characters(token, "from_letters")) {
    const auto found = std::find(letters.begin(), letters.end(), letter);
    if (found == letters.end()) return token;
    bytes += static_cast<char>(found - letters.begin());
  }
  return bytes;
} catch (const horloge::ValueError&) {
  return token;
}

// "<0x0A>" -> "\n", "▁the" -> " the"
std::string from_sentencepiece(std::string token) {
  if (token.size() == 6 && begins(token, "<0x") && token.back() == '>') {
    const std::string digits = token.substr(3, 2);
    if (digits.find_first_not_of("0123456789ABCDEFabcdef") == token.npos)
      return std::string(1, static_cast<char>(std::stoi(digits, nullptr, 16)));
  }
  replace_all(token, "▁", " ");
  return token;
}

std::string readable(std::string text) {
  replace_all(text, "\n", "\\n");
  replace_all(text, "\r", "\\r");
  replace_all(text, "\t", "\\t");
  return text;
}

}  // namespace

TokenNames TokenNames::read(const fs::path& folder) {
  constexpr std::pair<const char*, Tokens (*)(const std::string&)> lists[] = {
      {"tokenizer.json", of_tokenizer},
      {"vocab.json", of_names},
      {"vocab.txt", of_lines}};
  TokenNames names;
  for (const auto& [file, tokens_of] : lists)
    if (names.empty()) names.tokens_ = tokens_in(folder / file, tokens_of);
  names.find_spelling();
  return names;
}

// By the mark that most tokens begin with: a list may hold the others as well.
void TokenNames::find_spelling() {
  const auto marked = [&](const std::string& mark) {
    return std::count_if(tokens_.begin(), tokens_.end(),
                         [&](const std::string& token) {
                           return begins(token, mark) && token != mark;
                         });
  };
  const auto letters = marked("Ġ"), ends = marked("##"), spaces = marked("▁");
  if (letters > std::max(ends, spaces))
    spelling_ = Spelling::byte_level;
  else if (ends > spaces)
    spelling_ = Spelling::word_piece;
}

std::string TokenNames::bytes(std::int64_t id) const {
  const auto place = static_cast<std::size_t>(id);
  if (place >= tokens_.size() || tokens_[place].empty())
    return fmt::format("<{}>", id);
  const std::string& token = tokens_[place];
  if (spelling_ == Spelling::byte_level) return from_letters(token);
  if (spelling_ == Spelling::sentencepiece) return from_sentencepiece(token);
  return begins(token, "##") ? token.substr(2) : " " + token;
}

std::string TokenNames::piece(std::int64_t id) const {
  return readable(bytes(id));
}

std::string TokenNames::text(const std::vector<std::int64_t>& ids) const {
  std::string all;
  for (const std::int64_t id : ids) all += bytes(id);
  const bool space_is_added = spelling_ != Spelling::byte_level;
  return readable(space_is_added && begins(all, " ") ? all.substr(1) : all);
}

}  // namespace models
