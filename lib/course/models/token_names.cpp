#include "course/models/token_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/json.h"
#include "horloge/text/shown.h"
#include "horloge/text/utf8.h"

namespace fs = std::filesystem;

namespace models {
namespace {

using nlohmann::json;
using Tokens = std::vector<std::string>;

// No published vocabulary has as many words, and a wrong id must not take all
// memory.
constexpr std::size_t most_tokens = 2'000'000;
constexpr const char* who = "TokenNames";

void add(Tokens& tokens, const std::string& token, const json& id) {
  if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= most_tokens)
    return;
  const auto place = id.get<std::size_t>();
  if (place >= tokens.size()) tokens.resize(place + 1);
  tokens[place] = token;
}

// {"the": 262, …}
Tokens tokens_by_name(const json& ids) {
  Tokens tokens;
  for (const auto& [token, id] : ids.items()) add(tokens, token, id);
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

Tokens of_tokenizer(const fs::path& file) {
  const json all = horloge::read_json(file, who);
  Tokens tokens = tokens_of_list(all.at("model").at("vocab"));
  for (const json& added : all.value("added_tokens", json::array()))
    add(tokens, added.at("content").get<std::string>(), added.at("id"));
  return tokens;
}

Tokens of_names(const fs::path& file) {
  return tokens_of_list(horloge::read_json(file, who));
}

Tokens of_lines(const fs::path& file) {
  const horloge::Bytes text =
      horloge::map_file(file, who, horloge::longest_text_file);
  Tokens tokens;
  for (std::string_view rest = text.view; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (tokens.size() == most_tokens)
      throw horloge::FileError(fmt::format("{}: has more than {} lines",
                                           file.string(), most_tokens));
    tokens.emplace_back(line);
  }
  return tokens;
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

// Without the first bytes of a character whose others are still to come.
std::string_view whole_characters(std::string_view text) {
  constexpr std::size_t longest = 4;  // bytes
  for (std::size_t n = 1; n < longest && n <= text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[text.size() - n]);
    if (byte < 0x80) return text;
    const std::size_t needed = byte >= 0xF0   ? 4
                               : byte >= 0xE0 ? 3
                               : byte >= 0xC0 ? 2
                                              : 0;
    if (needed > 0) return text.substr(0, text.size() - (needed > n ? n : 0));
  }
  return text;
}

}  // namespace

TokenNames TokenNames::read(const fs::path& folder) {
  constexpr std::pair<const char*, Tokens (*)(const fs::path&)> lists[] = {
      {"tokenizer.json", of_tokenizer},
      {"vocab.json", of_names},
      {"vocab.txt", of_lines}};
  TokenNames names;
  for (const auto& [file, tokens_of] : lists)
    if (names.empty() && horloge::is_there(folder / file))
      names.try_list(folder / file, tokens_of);
  names.find_spelling();
  return names;
}

void TokenNames::try_list(const fs::path& file,
                          Tokens (*tokens_of)(const fs::path&)) {
  std::string why;
  try {
    tokens_ = tokens_of(file);
    if (empty()) why = file.string() + ": names no words";
  } catch (const horloge::Error& e) {
    why = horloge::without_who(e.what());
  } catch (const json::exception&) {
    why = file.string() + ": is no list of words in a form that is known here";
  }
  if (trouble_.empty()) trouble_ = why;
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
  constexpr std::size_t longest = 1000;
  if (token.size() > longest) return horloge::shown(token);
  if (spelling_ == Spelling::byte_level) return from_letters(token);
  if (spelling_ == Spelling::sentencepiece) return from_sentencepiece(token);
  return begins(token, "##") ? token.substr(2) : " " + token;
}

std::string TokenNames::piece(std::int64_t id) const {
  return horloge::visible(bytes(id));
}

std::string TokenNames::text(const std::vector<std::int64_t>& ids) const {
  std::string all;
  for (const std::int64_t id : ids) all += bytes(id);
  std::string_view text = whole_characters(all);
  const bool space_is_added = spelling_ != Spelling::byte_level;
  if (space_is_added && !text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  return horloge::visible(text);
}

}  // namespace models
