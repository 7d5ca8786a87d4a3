#include "horloge/text/tokenizers/added_tokens.h"

#include <algorithm>
#include <utility>

#include "horloge/text/tokenizers/characters.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

// The character that a text ends with.
std::optional<Utf8Character> last_utf8_character(std::string_view text) {
  for (std::size_t n = 1; n <= std::min<std::size_t>(4, text.size()); ++n)
    if (const auto c = first_utf8_character(text.substr(text.size() - n));
        c && c->bytes.size() == n)
      return c;
  return std::nullopt;
}

std::vector<std::pair<std::string_view, std::int64_t>> contents(
    const std::vector<AddedToken>& tokens) {
  std::vector<std::pair<std::string_view, std::int64_t>> all;
  for (const AddedToken& token : tokens)
    all.emplace_back(token.content, static_cast<std::int64_t>(all.size()));
  return all;
}

bool is_within_word(std::string_view text, std::size_t begin, std::size_t end) {
  const auto before = last_utf8_character(text.substr(0, begin));
  const auto after = first_utf8_character(text.substr(end));
  return (before && is_word_letter(before->code)) || (after && is_word_letter(after->code));
}

std::size_t before_space(std::string_view text, std::size_t least, std::size_t at) {
  while (at > least) {
    const auto c = last_utf8_character(text.substr(0, at));
    if (!c || !is_unicode_space(c->code)) break;
    at -= c->bytes.size();
  }
  return std::max(at, least);
}

std::size_t behind_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto c = first_utf8_character(text.substr(at));
    if (!c || !is_unicode_space(c->code)) break;
    at += c->bytes.size();
  }
  return at;
}

}  // namespace

AddedToken read_added_token(const PartSettings& settings) {
  AddedToken token;
  token.content = settings.text("content");
  constexpr std::size_t longest = 1000;  // bytes
  if (token.content.size() > longest) settings.fail("content", "may have at most 1000 bytes");
  token.id = settings.id("id");
  token.single_word = settings.flag("single_word", false);
  token.lstrip = settings.flag("lstrip", false);
  token.rstrip = settings.flag("rstrip", false);
  token.special = settings.flag("special", false);
  token.normalized = settings.flag("normalized", !token.special);
  settings.finish();
  return token;
}

AddedTokens::AddedTokens(std::vector<AddedToken> tokens)
    : tokens_(std::move(tokens)), trie_(contents(tokens_)) {}

const AddedToken* AddedTokens::longest_at(std::string_view text, std::size_t place) const {
  const AddedToken* longest = nullptr;
  trie_.prefixes(text.substr(place), [&](std::size_t, std::int64_t i) {
    longest = &tokens_[static_cast<std::size_t>(i)];
  });
  return longest;
}

std::vector<AddedSpan> AddedTokens::spans(std::string_view text) const {
  std::vector<AddedSpan> spans;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const AddedToken* const token = longest_at(text, at);
    if (token == nullptr) {
      ++at;
      continue;
    }
    std::size_t begin = at, end = at + token->content.size();
    at = end;
    if (token->single_word && is_within_word(text, begin, end)) continue;
    if (token->lstrip) begin = before_space(text, done, begin);
    if (token->rstrip) end = behind_space(text, end);
    begin = std::max(begin, done);
    if (begin > done) spans.push_back({done, begin, std::nullopt});
    spans.push_back({begin, end, token->id});
    done = at = end;
  }
  if (done < text.size()) spans.push_back({done, text.size(), std::nullopt});
  return spans;
}

}  // namespace horloge
