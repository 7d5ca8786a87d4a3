#include "horloge/text/tokenizers/bpe.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

std::uint64_t pair_of(std::uint32_t left, std::uint32_t right) {
  return std::uint64_t{left} << 32U | right;
}

}  // namespace

BytePairModel::BytePairModel(const TokenTable& tokens, const Merges& merges,
                             const BpeOptions& options)
    : tokens_(tokens), fuse_unknown_(options.fuse_unk), ignore_merges_(options.ignore_merges) {
  merges_.reserve(merges.size());
  for (const auto& [left, right] : merges) {
    const auto rank = static_cast<std::uint32_t>(merges_.size());
    const auto first = static_cast<std::uint32_t>(need(left));
    const auto second = static_cast<std::uint32_t>(need(right));
    merges_[pair_of(first, second)] = {rank, static_cast<std::uint32_t>(need(left + right))};
  }
  if (options.unk_token) unknown_ = need(*options.unk_token);
  if (!options.byte_fallback) return;
  has_bytes_ = true;
  for (std::size_t byte = 0; byte < bytes_.size(); ++byte)
    bytes_[byte] = tokens.id(fmt::format("<0x{:02X}>", byte));
}

std::int64_t BytePairModel::need(const std::string& token) const {
  const auto id = tokens_.id(token);
  if (!id)
    throw ValueError(
        fmt::format("[BytePairModel] \"{}\" is not in the vocabulary", excerpt(token)));
  return *id;
}

const BytePairModel::Merge* BytePairModel::find(std::uint32_t left, std::uint32_t right) const {
  const auto found = merges_.find(pair_of(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

// What is not known has no id, its bytes, or that of the unknown token.
void BytePairModel::add_character(std::string_view character,
                                  std::vector<std::uint32_t>& ids) const {
  const auto byte_id = [&](char c) { return bytes_[static_cast<unsigned char>(c)]; };
  if (const auto id = tokens_.id(character)) {
    ids.push_back(static_cast<std::uint32_t>(*id));
  } else if (has_bytes_ && std::all_of(character.begin(), character.end(),
                                       [&](char c) { return byte_id(c).has_value(); })) {
    for (const char c : character) ids.push_back(static_cast<std::uint32_t>(*byte_id(c)));
  } else if (unknown_) {
    ids.push_back(static_cast<std::uint32_t>(*unknown_));
  }
}

struct BytePairModel::Symbol {
  std::uint32_t id;  // `none` once it is a part of the one before it
  std::uint32_t previous, next;
};

// A pair that may be merged; by then one of the two may be another.
struct BytePairModel::Candidate {
  std::uint32_t rank, place, id;
  bool operator<(const Candidate& other) const {  // the first is the largest of a queue
    return std::tie(rank, place) > std::tie(other.rank, other.place);
  }
};

// The symbols of one piece, as a list that shrinks.
class BytePairModel::Merging {
 public:
  Merging(const BytePairModel& model, const std::vector<std::uint32_t>& ids) : model_(model) {
    symbols_.reserve(ids.size());
    for (const std::uint32_t id : ids) {
      const auto place = static_cast<std::uint32_t>(symbols_.size());
      symbols_.push_back({id, place - 1, place + 1});  // before the first one is `none`
    }
    if (!symbols_.empty()) symbols_.back().next = none;
    for (std::uint32_t place = 0; place + 1 < symbols_.size(); ++place) propose(place);
  }

  void run() {
    while (!queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      const Symbol& left = symbols_[best.place];
      if (left.id == none || left.next == none) continue;
      const Merge* const merge = model_.find(left.id, symbols_[left.next].id);
      if (merge != nullptr && merge->id == best.id) join(best.place, best.id);
    }
  }

  void add_to(std::vector<std::int64_t>& ids) const {
    for (const Symbol& symbol : symbols_)
      if (symbol.id != none) ids.push_back(symbol.id);
  }

 private:
  void propose(std::uint32_t place) {
    const Merge* const merge = model_.find(symbols_[place].id, symbols_[symbols_[place].next].id);
    if (merge != nullptr) queue_.push({merge->rank, place, merge->id});
  }

  void join(std::uint32_t place, std::uint32_t id) {
    Symbol& left = symbols_[place];
    Symbol& right = symbols_[left.next];
    left.id = id;
    left.next = right.next;
    right.id = none;
    if (left.next != none) symbols_[left.next].previous = place;
    if (left.previous != none) propose(left.previous);
    if (left.next != none) propose(place);
  }

  const BytePairModel& model_;
  std::vector<Symbol> symbols_;
  std::priority_queue<Candidate> queue_;
};

void BytePairModel::encode(std::string_view piece, std::vector<std::int64_t>& ids) const {
  if (ignore_merges_)
    if (const auto whole = tokens_.id(piece)) return ids.push_back(*whole);
  std::vector<std::uint32_t> characters;
  bool after_unknown = false;
  for (const Utf8Character& c : utf8_characters(piece, "BytePairModel")) {
    const std::size_t before = characters.size();
    add_character(c.bytes, characters);
    const bool unknown = unknown_ && characters.size() == before + 1 &&
                         characters.back() == *unknown_ && !tokens_.id(c.bytes);
    if (unknown && after_unknown && fuse_unknown_) characters.pop_back();
    after_unknown = unknown;
  }
  Merging merging(*this, characters);
  merging.run();
  merging.add_to(ids);
}

namespace {

// "a b", or ["a", "b"].
std::pair<std::string, std::string> parts_of_merge(const nlohmann::json& entry) {
  if (entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string())
    return {entry[0].get<std::string>(), entry[1].get<std::string>()};
  if (!entry.is_string()) return {};
  const auto& text = entry.get_ref<const std::string&>();
  const std::size_t space = text.find(' ');
  if (space == text.npos || text.find(' ', space + 1) != text.npos) return {};
  return {text.substr(0, space), text.substr(space + 1)};
}

BytePairModel::Merges read_merges(const PartSettings& settings) {
  const nlohmann::json& list = settings.value("merges");
  if (!list.is_array()) settings.fail("merges", "must be a list");
  BytePairModel::Merges merges;
  merges.reserve(list.size());
  for (const nlohmann::json& entry : list) {
    merges.push_back(parts_of_merge(entry));
    if (merges.back().first.empty() || merges.back().second.empty())
      settings.fail(fmt::format("merges[{}]", merges.size() - 1), "must be two tokens");
  }
  return merges;
}

}  // namespace

std::unique_ptr<SubwordModel> read_bpe(const PartSettings& settings, const TokenTable& tokens) {
  BpeOptions options;
  if (settings.has("unk_token")) options.unk_token = settings.text("unk_token");
  options.fuse_unk = settings.flag("fuse_unk", false);
  options.byte_fallback = settings.flag("byte_fallback", false);
  options.ignore_merges = settings.flag("ignore_merges", false);
  // Merging at random is for training; in a file that is shared it is 0.
  if (settings.has("dropout") && settings.value("dropout") != 0) settings.refuse("dropout");
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"})
    if (!settings.text(key, "").empty()) settings.refuse(key);
  try {
    return std::make_unique<BytePairModel>(tokens, read_merges(settings), options);
  } catch (const ValueError& e) {
    settings.fail("merges", "do not fit: " + without_who(e.what()));
  }
}

}  // namespace horloge
