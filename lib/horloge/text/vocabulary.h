#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace horloge {

/// How tokens get their ids. Tokens of equal frequency stand by first occurrence.
enum class VocabularyOrder { first_occurrence, frequency };

/// Tokens and their ids: 0 is padding, 1 stands for all that is unknown, then come the others.
class Vocabulary {
 public:
  static constexpr std::int64_t padding_id = 0;
  static constexpr std::int64_t unknown_id = 1;
  static constexpr std::string_view padding_token = "<pad>";
  static constexpr std::string_view unknown_token = "<unk>";

  /// Of all tokens of a text that occur at least `min_count` times.
  static Vocabulary from_text(const std::vector<std::string>& tokens,
                              VocabularyOrder order = VocabularyOrder::first_occurrence,
                              std::size_t min_count = 1);

  /// Number of ids, the two special ones included.
  std::size_t size() const { return tokens_.size(); }

  /// unknown_id for a token that is not known.
  std::int64_t id(const std::string& token) const;
  bool contains(const std::string& token) const { return ids_.count(token) > 0; }

  /// IndexError for an id that does not exist.
  const std::string& token(std::int64_t id) const;

  /// One token a line, id after id; a line break or backslash within a token is written as \n, \r
  /// or \\. The file is written whole or not at all.
  void save(const std::filesystem::path& path) const;

  /// FileError that names the line for a file that save() cannot have written.
  static Vocabulary load(const std::filesystem::path& path);

 private:
  Vocabulary();
  void add(const std::string& token);

  std::vector<std::string> tokens_;
  std::unordered_map<std::string, std::int64_t> ids_;
};

}  // namespace horloge
