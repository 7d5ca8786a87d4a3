#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace horloge {

/// The tokens of a vocabulary, by id and by name. Ids may have gaps, and two ids the same name: the
/// name then stands for the one that was added last.
class TokenTable {
 public:
  /// No published vocabulary has as many ids, and a wrong id must not take all memory.
  static constexpr std::int64_t most = 2'000'000;

  TokenTable() = default;
  TokenTable(const TokenTable&) = delete;
  TokenTable& operator=(const TokenTable&) = delete;

  /// ValueError for an id below 0, or of `most` or more.
  void add(std::string_view token, std::int64_t id);

  std::optional<std::int64_t> id(std::string_view token) const;
  /// Null for an id without a token.
  const std::string* token(std::int64_t id) const;
  /// The largest id, and 1.
  std::size_t size() const { return by_id_.size(); }

 private:
  std::deque<std::string> texts_;  // which do not move as more are added
  std::vector<const std::string*> by_id_;
  std::unordered_map<std::string_view, std::int64_t> ids_;
};

}  // namespace horloge
