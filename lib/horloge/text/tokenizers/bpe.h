#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "horloge/text/tokenizers/subword_model.h"

namespace horloge {

struct BpeOptions {
  std::optional<std::string> unk_token{};
  bool fuse_unk = false;       ///< unknown characters in a row are one token
  bool byte_fallback = false;  ///< <0xE6> for each byte of an unknown character, if they are tokens
  bool ignore_merges = false;  ///< a piece that is a token is taken whole
};

/// Byte pair encoding (Sennrich et al., "Neural Machine Translation of Rare Words with Subword
/// Units", arXiv 1508.07909): the characters of a piece, of which neighbours are merged, those
/// first that stand first in the list of merges, and of equal ones the leftmost.
class BytePairModel : public SubwordModel {
 public:
  using Merges = std::vector<std::pair<std::string, std::string>>;

  /// ValueError for a merge whose parts or whole are no token, or an unk_token that is none.
  BytePairModel(const TokenTable& tokens, const Merges& merges, const BpeOptions& options = {});

  void encode(std::string_view piece, std::vector<std::int64_t>& ids) const override;

 private:
  struct Merge {
    std::uint32_t rank;
    std::uint32_t id;
  };
  struct Symbol;
  struct Candidate;
  class Merging;

  std::int64_t need(const std::string& token) const;
  const Merge* find(std::uint32_t left, std::uint32_t right) const;
  void add_character(std::string_view character, std::vector<std::uint32_t>& ids) const;

  const TokenTable& tokens_;
  std::unordered_map<std::uint64_t, Merge> merges_;  // by the ids of both parts
  std::array<std::optional<std::int64_t>, 256> bytes_{};
  std::optional<std::int64_t> unknown_;
  bool fuse_unknown_, ignore_merges_, has_bytes_ = false;
};

/// The rest of a `model` of type BPE: its merges and options.
std::unique_ptr<SubwordModel> read_bpe(const PartSettings& settings, const TokenTable& tokens);

}  // namespace horloge
