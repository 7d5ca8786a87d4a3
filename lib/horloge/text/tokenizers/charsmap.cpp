#include "horloge/text/tokenizers/charsmap.h"

#include <utf8proc.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

std::optional<std::string> from_base64(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == digits.npos) return std::nullopt;
    bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFU;
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  return bytes;
}

// The file's own form: a trie whose nodes are an array of 32 bits each (Aoe, "An efficient
// digital search algorithm by using a double-array structure", as the library Darts packs it),
// then the replacements, each with a zero byte at its end.
class Charsmap {
 public:
  // None for bytes that are no such table.
  static std::shared_ptr<const Charsmap> read(const std::string& bytes) {
    std::uint32_t size = 0;
    if (bytes.size() < sizeof(size)) return nullptr;
    std::memcpy(&size, bytes.data(), sizeof(size));
    if (size % 4 != 0 || size > bytes.size() - sizeof(size)) return nullptr;
    auto map = std::make_shared<Charsmap>();
    map->nodes_.resize(size / 4);
    if (size > 0) std::memcpy(map->nodes_.data(), bytes.data() + sizeof(size), size);
    map->texts_ = bytes.substr(sizeof(size) + size);
    return map;
  }

  // What the shortest entry that a text begins with becomes.
  std::optional<std::string_view> find(std::string_view text) const {
    std::size_t at = offset(node(0));
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      at ^= byte;
      const std::uint32_t unit = node(at);
      if (byte == 0 || (unit & 0x8000'00FFU) != byte) return std::nullopt;
      at ^= offset(unit);
      if ((unit >> 8U & 1U) != 0) return replacement(node(at) & 0x7FFF'FFFFU);
    }
    return std::nullopt;
  }

 private:
  static std::size_t offset(std::uint32_t unit) {
    return static_cast<std::size_t>(unit >> 10U) << ((unit & 0x200U) >> 6U);
  }
  // No entry begins past the end.
  std::uint32_t node(std::size_t at) const {
    return at < nodes_.size() ? nodes_[at] : 0x8000'0000U;
  }

  std::optional<std::string_view> replacement(std::size_t at) const {
    if (at >= texts_.size()) return std::nullopt;
    const std::string_view rest = std::string_view(texts_).substr(at);
    return rest.substr(0, rest.find('\0'));
  }

  std::vector<std::uint32_t> nodes_;
  std::string texts_;
};

// The bytes of each grapheme: a character with the marks and joiners that follow it.
std::vector<std::string_view> graphemes(std::string_view text) {
  std::vector<std::string_view> all;
  utf8proc_int32_t state = 0, last = 0;
  for (const auto& [code, bytes] : utf8_characters(text, "Charsmap")) {
    const auto current = static_cast<utf8proc_int32_t>(code);
    if (all.empty() || utf8proc_grapheme_break_stateful(last, current, &state))
      all.push_back(bytes);
    else
      all.back() = {all.back().data(), all.back().size() + bytes.size()};
    last = current;
  }
  return all;
}

std::string mapped(const Charsmap& map, const std::string& text) {
  constexpr std::size_t longest_grapheme = 5;
  std::string out;
  for (const std::string_view grapheme : graphemes(text)) {
    const auto whole = grapheme.size() <= longest_grapheme ? map.find(grapheme) : std::nullopt;
    if (whole) {
      out += *whole;
      need_modest_growth(text.size(), out.size());
      continue;
    }
    for (const Utf8Character& c : utf8_characters(grapheme, "Charsmap"))
      out += map.find(c.bytes).value_or(c.bytes);
    need_modest_growth(text.size(), out.size());
  }
  return out;
}

}  // namespace

Normalizer charsmap_normalizer(const std::string& bytes) {
  const auto map = Charsmap::read(bytes);
  if (!map) return {};
  return [map](const std::string& text) { return mapped(*map, text); };
}

Normalizer read_charsmap(const PartSettings& settings) {
  const char* const key = "precompiled_charsmap";
  const auto bytes = settings.has(key) ? from_base64(settings.text(key)) : std::string();
  if (!bytes) settings.fail(key, "must be in base64");
  if (bytes->empty()) return [](std::string text) { return text; };
  Normalizer map = charsmap_normalizer(*bytes);
  if (!map) settings.fail(key, "must be a table of characters as SentencePiece writes it");
  return map;
}

}  // namespace horloge
