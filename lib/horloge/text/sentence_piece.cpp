#include "horloge/text/sentence_piece.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/json.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

constexpr const char* who = "SentencePieceTokenizer";
constexpr std::string_view space = "\u2581";

std::string nfkc(std::string_view text) {
  utf8_characters(text, who);  // for its error, which names the byte
  utf8proc_uint8_t* form = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &form,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  if (size < 0) throw ValueError(fmt::format("[{}] {}", who, utf8proc_errmsg(size)));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(form, std::free);
  return {reinterpret_cast<const char*>(form), static_cast<std::size_t>(size)};
}

// With ▁ for each space, and one before the text.
std::string with_visible_spaces(std::string_view text) {
  std::string visible;
  if (!text.empty()) visible += space;
  for (const char c : text) {
    if (c == ' ')
      visible += space;
    else
      visible += c;
  }
  return visible;
}

// The offset of each character's end, after a 0 for the beginning of the first.
std::vector<std::size_t> ends_of_characters(std::string_view text) {
  std::vector<std::size_t> ends = {0};
  for (const Utf8Character& c : utf8_characters(text, who))
    ends.push_back(ends.back() + c.bytes.size());
  return ends;
}

}  // namespace

// The last piece of the best segmentation of the text up to some character.
struct SentencePieceTokenizer::Step {
  bool possible = false;
  double log_probability = 0;  // of the whole segmentation
  std::size_t from = 0;        // the character at which the piece begins
  std::int64_t id = unknown_id;
};

SentencePieceTokenizer::SentencePieceTokenizer(std::vector<Piece> pieces, std::size_t num_reserved)
    : pieces_(std::move(pieces)), unknown_log_probability_(0) {
  if (pieces_.size() < std::max<std::size_t>(1, num_reserved))
    throw ValueError(fmt::format("[{}] needs at least {} pieces, got {}", who,
                                 std::max<std::size_t>(1, num_reserved), pieces_.size()));
  for (std::size_t i = num_reserved; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.text.empty()) throw ValueError(fmt::format("[{}] piece {} is empty", who, i));
    ids_[piece.text] = static_cast<std::int64_t>(i);
    longest_ = std::max(longest_, utf8_characters(piece.text, who).size());
    unknown_log_probability_ = std::min(unknown_log_probability_, piece.log_probability);
  }
  unknown_log_probability_ -= 10;
}

SentencePieceTokenizer SentencePieceTokenizer::load(const std::filesystem::path& path,
                                                    std::size_t num_reserved) {
  const auto error = [&](const std::string& what) {
    return FileError(fmt::format("[{}] {}: {}", who, path.string(), what));
  };
  const auto list = read_json(path, who);
  if (!list.is_array()) throw error("must be a JSON list");
  std::vector<Piece> pieces;
  for (const auto& entry : list) {
    // A published vocabulary lacks some log-probabilities; its own tokenizer takes them as 0.
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() ||
        !(entry[1].is_number() || entry[1].is_null()))
      throw error(fmt::format("entry {} must be a piece and its log-probability", pieces.size()));
    constexpr std::size_t longest = 1000;  // bytes; most vocabularies allow 16 characters
    const std::size_t length = entry[0].get_ref<const std::string&>().size();
    if (length > longest)
      throw error(fmt::format("piece {} has {} bytes; it may have at most {}", pieces.size(),
                              length, longest));
    pieces.push_back(
        {entry[0].get<std::string>(), entry[1].is_null() ? 0 : entry[1].get<double>()});
  }
  try {
    return SentencePieceTokenizer(std::move(pieces), num_reserved);
  } catch (const ValueError& e) {
    throw error(without_who(e.what()));
  }
}

// Viterbi: the best segmentation up to a character is a piece that ends there, after the best
// segmentation up to where that piece begins.
std::vector<SentencePieceTokenizer::Step> SentencePieceTokenizer::segment(
    const std::string& text, const std::vector<std::size_t>& ends) const {
  std::vector<Step> steps(ends.size());
  steps[0].possible = true;
  for (std::size_t to = 1; to < ends.size(); ++to) {
    for (std::size_t from = to - std::min(to, longest_); from < to; ++from) {
      const auto found = ids_.find(text.substr(ends[from], ends[to] - ends[from]));
      const bool known = found != ids_.end();
      if (!steps[from].possible || (!known && from + 1 < to)) continue;
      const std::int64_t id = known ? found->second : unknown_id;
      const double sum = steps[from].log_probability +
                         (known ? pieces_[static_cast<std::size_t>(id)].log_probability
                                : unknown_log_probability_);
      if (!steps[to].possible || sum >= steps[to].log_probability)
        steps[to] = {true, sum, from, id};
    }
  }
  return steps;
}

Ids SentencePieceTokenizer::encode(std::string_view text) const {
  const std::string visible = with_visible_spaces(nfkc(text));
  const std::vector<std::size_t> ends = ends_of_characters(visible);
  const std::vector<Step> steps = segment(visible, ends);
  std::vector<std::int64_t> backwards;
  for (std::size_t at = ends.size() - 1; at > 0; at = steps[at].from) {
    const std::int64_t id = steps[at].id;
    if (id != unknown_id || backwards.empty() || backwards.back() != unknown_id)
      backwards.push_back(id);
  }
  Ids ids = Ids::from_shape({backwards.size()});
  std::copy(backwards.rbegin(), backwards.rend(), ids.begin());
  return ids;
}

std::vector<std::string> SentencePieceTokenizer::pieces(const Ids& ids) const {
  std::vector<std::string> texts;
  for (const std::int64_t id : ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= pieces_.size())
      throw IndexError(
          fmt::format("[{}] id {} is out of range: there are {} pieces", who, id, pieces_.size()));
    texts.push_back(pieces_[static_cast<std::size_t>(id)].text);
  }
  return texts;
}

}  // namespace horloge
