#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace models {

/// What a model's ids stand for, as far as its folder tells: tokenizer.json,
/// vocab.json or vocab.txt. To spell ids takes only such a list; a tokenizer is
/// for the way back.
class TokenNames {
 public:
  /// Names are an extra: where no list can be read, no id has one.
  static TokenNames read(const std::filesystem::path& folder);

  bool empty() const { return tokens_.empty(); }

  /// Why a list that is there could not be read; empty if there is none, or if
  /// it could.
  const std::string& trouble() const { return trouble_; }

  /// What one id spells within a text, with the space before it; <7> for an id
  /// without a name. A line break becomes \n, and the like: see
  /// horloge::visible().
  std::string piece(std::int64_t id) const;

  /// What the ids spell together, up to the last whole character.
  std::string text(const std::vector<std::int64_t>& ids) const;

 private:
  enum class Spelling {
    byte_level,    ///< a letter for each byte: "Ġthe"
    word_piece,    ///< a space before all but "##ing"
    sentencepiece  ///< "▁the", and "<0x0A>" for a byte
  };

  void try_list(
      const std::filesystem::path& file,
      std::vector<std::string> (*tokens_of)(const std::filesystem::path&));
  void find_spelling();
  std::string bytes(std::int64_t id) const;

  std::vector<std::string> tokens_;  // of each id; empty for one without
  std::string trouble_;
  Spelling spelling_ = Spelling::sentencepiece;
};

}  // namespace models
