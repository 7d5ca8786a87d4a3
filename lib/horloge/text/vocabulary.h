#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace horloge {

/// The order of ids. Tokens of equal frequency are ordered by first occurrence.
enum class VocabularyOrder { first_occurrence, frequency };

/// What a vocabulary begins with.
enum class SpecialTokens { none, pad_and_unk };

/// Tokens and their ids: 0 is padding, 1 the unknown token, then come the others; or these alone.
class Vocabulary {
 public:
  static constexpr std::int64_t padding_id = 0;
  static constexpr std::int64_t unknown_id = 1;
  static constexpr std::string_view padding_token = "<pad>";
  static constexpr std::string_view unknown_token = "<unk>";

  /// From the tokens of a text: those that occur at least `min_count` times.
  static Vocabulary from_text(const std::vector<std::string>& tokens,
                              VocabularyOrder order = VocabularyOrder::first_occurrence,
                              std::size_t min_count = 1,
                              SpecialTokens special = SpecialTokens::pad_and_unk);

  /// Number of ids, the special ones included.
  std::size_t size() const { return tokens_.size(); }
  bool has_special_tokens() const { return special_ == SpecialTokens::pad_and_unk; }

  /// unknown_id for an unknown token; ValueError if there is no such id.
  std::int64_t id(const std::string& token) const;
  bool contains(const std::string& token) const { return ids_.count(token) > 0; }

  /// IndexError for an id out of range.
  const std::string& token(std::int64_t id) const;

  /// One token per line, in order of ids; line breaks and backslashes within a token are written as
  /// \n, \r and \\. The file is written whole or not at all.
  void save(const std::filesystem::path& path) const;

  /// FileError, with the number of the line, for a file that save() cannot have written, or of more
  /// than 64 MB.
  static Vocabulary load(const std::filesystem::path& path,
                         SpecialTokens special = SpecialTokens::pad_and_unk);

 private:
  explicit Vocabulary(SpecialTokens special);
  void add(const std::string& token);

  SpecialTokens special_;
  std::vector<std::string> tokens_;
  std::unordered_map<std::string, std::int64_t> ids_;
};

}  // namespace horloge
