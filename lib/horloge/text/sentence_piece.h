#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

/// Splits a text into subword pieces by a unigram language model (Kudo, "Subword Regularization",
/// arXiv 1804.10959): each piece has a log-probability, and of all segmentations the one with the
/// largest sum is taken. Among equals it is the one whose last piece is the shortest.
///
/// A space is written as ▁ (U+2581), and one is put before the text, so that a word is the same
/// piece at the beginning as elsewhere. The text is first normalised to Unicode NFKC, in which `…`
/// is three full stops.
class SentencePieceTokenizer {
 public:
  struct Piece {
    std::string text;
    double log_probability;
  };

  static constexpr std::int64_t unknown_id = 0;

  /// An id is an index into the list. The first `num_reserved` entries match no text: 0 is the
  /// unknown piece, the others are padding and the like. Of duplicate pieces the last one counts.
  explicit SentencePieceTokenizer(std::vector<Piece> pieces, std::size_t num_reserved = 6);

  /// From a JSON list of entries like `["▁the", -3.57]`. FileError for any other content.
  static SentencePieceTokenizer load(const std::filesystem::path& path,
                                     std::size_t num_reserved = 6);

  /// text -> ids (T). A run of unknown characters is one id; an empty text has none. ValueError for
  /// a text that is not UTF-8.
  Ids encode(std::string_view text) const;

  /// The pieces of ids of any shape, in order. IndexError for an id out of range.
  std::vector<std::string> pieces(const Ids& ids) const;

  std::size_t vocab_size() const { return pieces_.size(); }

 private:
  struct Step;
  std::vector<Step> segment(const std::string& text, const std::vector<std::size_t>& ends) const;

  std::vector<Piece> pieces_;
  std::unordered_map<std::string, std::int64_t> ids_;
  std::size_t longest_ = 1;         // of the pieces, in characters
  double unknown_log_probability_;  // less likely than any piece
};

}  // namespace horloge
