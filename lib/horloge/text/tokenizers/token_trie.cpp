#include "horloge/text/tokenizers/token_trie.h"

#include <algorithm>

namespace horloge {
namespace {

using Entry = std::pair<std::string_view, std::int64_t>;

// Tokens with a common beginning of `depth` bytes, and the node that it is.
struct TrieTask {
  std::size_t from, to, depth;
  std::uint32_t node;
};

// The index after those whose byte at a depth is that of the first one.
std::size_t end_of_byte(const std::vector<Entry>& tokens, std::size_t from, std::size_t to,
                        std::size_t depth) {
  const char byte = tokens[from].first[depth];
  while (from < to && tokens[from].first[depth] == byte) ++from;
  return from;
}

}  // namespace

TokenTrie::TokenTrie(std::vector<Entry> tokens) : nodes_(1) {
  // Of equal ones the last one comes last, and overwrites the others' id.
  std::stable_sort(tokens.begin(), tokens.end(),
                   [](const Entry& a, const Entry& b) { return a.first < b.first; });
  std::vector<TrieTask> tasks = {{0, tokens.size(), 0, 0}};
  for (std::size_t next = 0; next < tasks.size(); ++next) {
    auto [from, to, depth, node] = tasks[next];
    for (; from < to && tokens[from].first.size() == depth; ++from)
      nodes_[node].id = depth == 0 ? -1 : static_cast<std::int32_t>(tokens[from].second);
    nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
    while (from < to) {
      const std::size_t end = end_of_byte(tokens, from, to, depth);
      ++nodes_[node].num_children;
      tasks.push_back({from, end, depth + 1, static_cast<std::uint32_t>(nodes_.size())});
      nodes_.emplace_back().byte = static_cast<unsigned char>(tokens[from].first[depth]);
      from = end;
    }
  }
}

std::uint32_t TokenTrie::child(std::uint32_t node, unsigned char byte) const {
  const Node* const first = nodes_.data() + nodes_[node].first_child;
  const Node* const last = first + nodes_[node].num_children;
  const Node* const found = std::lower_bound(
      first, last, byte, [](const Node& n, unsigned char b) { return n.byte < b; });
  return found != last && found->byte == byte ? static_cast<std::uint32_t>(found - nodes_.data())
                                              : 0;
}

}  // namespace horloge
