#include "horloge/text/tokenizers/unigram.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

// "<0x0A>" and the like stand for a byte.
bool is_byte(const std::string& token) {
  return token.size() == 6 && token.compare(0, 3, "<0x") == 0 && token.back() == '>';
}

std::vector<std::pair<std::string_view, std::int64_t>> tokens_for_text(
    const TokenTable& tokens, std::size_t count, const UnigramModel::Options& options) {
  std::vector<std::pair<std::string_view, std::int64_t>> all;
  for (std::size_t i = options.num_reserved; i < count; ++i) {
    const std::string& token = *tokens.token(static_cast<std::int64_t>(i));
    if (options.bytes_match_text || !is_byte(token))
      all.emplace_back(token, static_cast<std::int64_t>(i));
  }
  return all;
}

}  // namespace

UnigramModel::UnigramModel(const TokenTable& tokens, std::vector<double> scores,
                           const Options& options)
    : scores_(std::move(scores)),
      trie_(tokens_for_text(tokens, scores_.size(), options)),
      options_(options) {
  constexpr double penalty = 10;
  if (!scores_.empty())
    unknown_score_ = *std::min_element(scores_.begin(), scores_.end()) - penalty;
  if (options.byte_fallback)
    for (std::size_t byte = 0; byte < bytes_.size(); ++byte)
      bytes_[byte] = tokens.id(fmt::format("<0x{:02X}>", byte));
}

// The last token of the best way to cut a piece up to some byte.
struct UnigramModel::Step {
  bool possible = false;
  double score = 0;      // of the whole way
  std::size_t from = 0;  // where the token begins
  std::int64_t id = -1;  // -1 for a character that is unknown

  void take(const Step& other, bool even_if_equal) {
    if (!possible || other.score > score || (even_if_equal && other.score == score)) *this = other;
  }
};

// Viterbi: a way up to a byte is a way up to some byte before it, and one token more.
std::vector<UnigramModel::Step> UnigramModel::segment(std::string_view piece) const {
  std::vector<Step> steps(piece.size() + 1);
  steps[0].possible = true;
  for (const Utf8Character& c : utf8_characters(piece, "UnigramModel")) {
    const auto from = static_cast<std::size_t>(c.bytes.data() - piece.data());
    const double before = steps[from].score;
    bool known = false;
    trie_.prefixes(piece.substr(from), [&](std::size_t length, std::int64_t id) {
      steps[from + length].take({true, before + scores_[static_cast<std::size_t>(id)], from, id},
                                options_.short_last);
      known = known || length == c.bytes.size();
    });
    if (!known)
      steps[from + c.bytes.size()].take({true, before + unknown_score_, from, -1},
                                        options_.short_last);
  }
  return steps;
}

void UnigramModel::add_unknown(std::string_view text, std::vector<std::int64_t>& ids) const {
  const auto byte_id = [&](char c) { return bytes_[static_cast<unsigned char>(c)]; };
  if (options_.byte_fallback &&
      std::all_of(text.begin(), text.end(), [&](char c) { return byte_id(c).has_value(); })) {
    for (const char c : text) ids.push_back(*byte_id(c));
    return;
  }
  if (!options_.unk_id)
    throw ValueError(
        fmt::format("[UnigramModel] the vocabulary has no token for \"{}\"", excerpt(text)));
  ids.push_back(*options_.unk_id);
}

void UnigramModel::encode(std::string_view piece, std::vector<std::int64_t>& ids) const {
  const std::vector<Step> steps = segment(piece);
  std::vector<Step> path;  // from the end
  for (std::size_t at = piece.size(); at > 0; at = steps[at].from) path.push_back(steps[at]);
  const auto is_unknown = [&](const Step& s) { return s.id < 0 || s.id == options_.unk_id; };
  for (auto step = path.rbegin(); step != path.rend();) {
    if (!is_unknown(*step)) {
      ids.push_back((step++)->id);
      continue;
    }
    const std::size_t from = step->from;
    while (step != path.rend() && is_unknown(*step)) ++step;
    const std::size_t to = step == path.rend() ? piece.size() : step->from;
    add_unknown(piece.substr(from, to - from), ids);
  }
}

std::vector<double> read_scored_tokens(const PartSettings& settings, const char* key,
                                       TokenTable& tokens) {
  const nlohmann::json& list = settings.value(key);
  if (!list.is_array()) settings.fail(key, "must be a list");
  constexpr std::size_t longest = 1000;  // bytes; most vocabularies allow 16 characters
  std::vector<double> scores;
  for (const nlohmann::json& entry : list) {
    const std::string place = fmt::format("{}[{}]", key, scores.size());
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() ||
        !(entry[1].is_number() || entry[1].is_null()))
      settings.fail(place, "must be a token and its log-probability");
    const auto& token = entry[0].get_ref<const std::string&>();
    if (token.size() > longest)
      settings.fail(
          place, fmt::format("has {} bytes; a token may have at most {}", token.size(), longest));
    tokens.add(token, static_cast<std::int64_t>(scores.size()));
    scores.push_back(entry[1].is_null() ? 0 : entry[1].get<double>());
  }
  return scores;
}

std::unique_ptr<SubwordModel> read_unigram(const PartSettings& settings, TokenTable& tokens) {
  std::vector<double> scores = read_scored_tokens(settings, "vocab", tokens);
  UnigramModel::Options options;
  options.byte_fallback = settings.flag("byte_fallback", false);
  if (settings.has("unk_id")) {
    options.unk_id = settings.id("unk_id");
    if (static_cast<std::size_t>(*options.unk_id) >= scores.size())
      settings.fail("unk_id", "must be the id of a token");
  }
  return std::make_unique<UnigramModel>(tokens, std::move(scores), options);
}

}  // namespace horloge
