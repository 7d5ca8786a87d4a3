#pragma once

#include <array>
#include <optional>

#include "horloge/text/tokenizers/subword_model.h"
#include "horloge/text/tokenizers/token_trie.h"

namespace horloge {

/// A unigram language model of subwords (Kudo, "Subword Regularization", arXiv 1804.10959): each
/// token has a log-probability, and of all ways to cut a piece the one with the largest sum is
/// taken. Unknown characters in a row are one token, or their bytes.
class UnigramModel : public SubwordModel {
 public:
  struct Options {
    std::optional<std::int64_t> unk_id{};
    bool byte_fallback = false;    ///< <0xE6> for each byte of what is unknown, if they are tokens
    bool bytes_match_text = true;  ///< whether a text "<0xE6>" is that token, too
    std::size_t num_reserved = 0;  ///< the first ones match no text: unknown, padding and the like
    bool short_last = false;  ///< of ways of equal sums, that whose last token is short, not long
  };

  /// The id of a token is its place in `scores`, and `tokens` has its name.
  UnigramModel(const TokenTable& tokens, std::vector<double> scores, const Options& options);

  /// ValueError for an unknown character, if there is no unknown token.
  void encode(std::string_view piece, std::vector<std::int64_t>& ids) const override;

 private:
  struct Step;
  std::vector<Step> segment(std::string_view piece) const;
  void add_unknown(std::string_view text, std::vector<std::int64_t>& ids) const;

  std::vector<double> scores_;
  TokenTrie trie_;
  std::array<std::optional<std::int64_t>, 256> bytes_{};
  Options options_;
  double unknown_score_ = 0;  // less than that of any token
};

/// The log-probabilities of a list such as `[["▁the", -3.57], …]`, whose tokens are added under the
/// ids that are their places; one that is null is 0, as published lists have it.
std::vector<double> read_scored_tokens(const PartSettings& settings, const char* key,
                                       TokenTable& tokens);

/// A `model` of type Unigram.
std::unique_ptr<SubwordModel> read_unigram(const PartSettings& settings, TokenTable& tokens);

}  // namespace horloge
