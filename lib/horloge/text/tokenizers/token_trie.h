#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace horloge {

/// Tokens by their bytes, one node a prefix: finds all tokens that a text begins with in one walk.
class TokenTrie {
 public:
  /// From tokens and ids in any order. Of equal tokens the last one counts. Empty ones are left
  /// out.
  explicit TokenTrie(std::vector<std::pair<std::string_view, std::int64_t>> tokens = {});

  /// Calls `found(length, id)` for each token that the text begins with, the shortest first.
  template <class Found>
  void prefixes(std::string_view text, Found&& found) const {
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      node = child(node, static_cast<unsigned char>(text[i]));
      if (node == 0) return;
      if (nodes_[node].id >= 0) found(i + 1, std::int64_t{nodes_[node].id});
    }
  }

 private:
  struct Node {
    std::uint32_t first_child = 0;  // children stand in a row, by byte
    std::uint16_t num_children = 0;
    unsigned char byte = 0;
    std::int32_t id = -1;
  };

  std::uint32_t child(std::uint32_t node, unsigned char byte) const;  // 0 if there is none

  std::vector<Node> nodes_;
};

}  // namespace horloge
