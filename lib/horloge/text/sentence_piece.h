#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

/// Cuts a text into pieces of words, the likeliest way there is (Kudo, "Subword Regularization",
/// arXiv 1804.10959): each piece has a log-probability, and of all ways to cut the text the one
/// counts whose sum is the largest. Of equals it is the one whose last piece is the shortest.
///
/// A space is the character ▁ (U+2581), and one more stands before the text, so that a word is the
/// same word wherever it stands. The text is brought to the Unicode form NFKC, in which `…` is
/// three full stops.
class SentencePieceTokenizer {
 public:
  struct Piece {
    std::string text;
    double log_probability;
  };

  static constexpr std::int64_t unknown_id = 0;

  /// Ids are places in the list, the first few of which are of no text: padding and the like, with
  /// 0 for what is unknown. Of pieces that come twice the last counts.
  explicit SentencePieceTokenizer(std::vector<Piece> pieces, std::size_t num_reserved = 6);

  /// From a list of `["▁the", -3.57]` in JSON. FileError for a file that holds anything else.
  static SentencePieceTokenizer load(const std::filesystem::path& path,
                                     std::size_t num_reserved = 6);

  /// text -> ids (T). Unknown characters in a row are one id; an empty text has none. ValueError
  /// for a text that is not UTF-8.
  Ids encode(std::string_view text) const;

  /// The pieces of some ids. IndexError for an id that there is not.
  std::vector<std::string> pieces(const Ids& ids) const;

  std::size_t vocab_size() const { return pieces_.size(); }

 private:
  struct Step;
  std::vector<Step> best_way(const std::string& text, const std::vector<std::size_t>& ends) const;

  std::vector<Piece> pieces_;
  std::unordered_map<std::string, std::int64_t> ids_;
  std::size_t longest_ = 1;         // of the pieces, in characters
  double unknown_log_probability_;  // less likely than any piece
};

}  // namespace horloge
