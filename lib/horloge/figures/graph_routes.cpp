#include "horloge/figures/graph_routes.h"

#include <algorithm>

namespace horloge {
namespace {

using Item = LayeredGraph::Item;

// Edges leave and enter a box side by side, two columns apart.
std::ptrdiff_t port(const Item& item, std::size_t index, std::size_t count) {
  return item.middle + 2 * static_cast<std::ptrdiff_t>(index) -
         static_cast<std::ptrdiff_t>(count - 1);
}

// The edges below one layer, each with its port at the source. They are sorted by target, so that
// edges of one source do not cross.
std::vector<Route> routes_below(const LayeredGraph& layered,
                                const std::vector<std::size_t>& layer) {
  std::vector<Route> routes;
  for (const std::size_t source : layer) {
    const Item& item = layered.items[source];
    std::vector<std::size_t> targets = item.to;
    std::stable_sort(targets.begin(), targets.end(), [&](std::size_t a, std::size_t b) {
      return layered.items[a].middle < layered.items[b].middle;
    });
    for (std::size_t i = 0; i < targets.size(); ++i)
      routes.push_back({source, targets[i], port(item, i, targets.size()), 0, 0});
  }
  return routes;
}

// Whether another route uses the column already, below its source or above its target.
bool is_taken(const std::vector<Route>& routes, const std::vector<bool>& placed, std::size_t mine,
              std::ptrdiff_t column) {
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (i == mine) continue;
    if (routes[i].from == column || (placed[i] && routes[i].to == column)) return true;
  }
  return false;
}

bool choose_target_ports(LayeredGraph& layered, std::vector<Route>& routes) {
  std::vector<bool> placed(routes.size(), false);
  std::vector<std::size_t> seen(layered.items.size(), 0);
  for (std::size_t i = 0; i < routes.size(); ++i) {  // ports go from left to right, as routes do
    Item& target = layered.items[routes[i].target];
    // A joint may move by a column, a box has ports along its width.
    const bool joint = target.node == LayeredGraph::joint;
    const std::ptrdiff_t low = joint ? target.middle - 1 : target.left() + 1;
    const std::ptrdiff_t high = joint ? target.middle + 1 : target.right() - 1;
    const std::size_t index = seen[routes[i].target]++;
    const std::ptrdiff_t wish = target.from.size() == 1  // straight down if it can be
                                    ? std::clamp(routes[i].from, low, high)
                                    : port(target, index, target.from.size());
    for (const std::ptrdiff_t shift : {0, 1, -1, 2, -2, 3, -3}) {
      const std::ptrdiff_t column = wish + shift;
      if (column < std::max<std::ptrdiff_t>(low, 0) || column > high) continue;
      if (is_taken(routes, placed, i, column)) continue;
      routes[i].to = column;
      if (joint) target.middle = column;
      placed[i] = true;
      break;
    }
    if (!placed[i]) return false;
  }
  return true;
}

bool overlap(const Route& a, const Route& b) {
  return std::min(a.from, a.to) <= std::max(b.from, b.to) + 1 &&
         std::min(b.from, b.to) <= std::max(a.from, a.to) + 1;
}

// Among edges to the right the rightmost takes the top track, among edges to the left the leftmost:
// then they do not cross one another.
void choose_tracks(std::vector<Route>& routes) {
  std::stable_sort(routes.begin(), routes.end(), [](const Route& a, const Route& b) {
    const bool a_right = a.to > a.from;
    const bool b_right = b.to > b.from;
    if (a_right != b_right) return a_right;
    return a_right ? a.from > b.from : a.from < b.from;
  });
  for (std::size_t i = 0; i < routes.size(); ++i)
    for (std::size_t before = 0; before < i; ++before)
      if (routes[i].from != routes[i].to && routes[before].from != routes[before].to &&
          overlap(routes[i], routes[before]))
        routes[i].track = std::max(routes[i].track, routes[before].track + 1);
}

}  // namespace

std::optional<std::vector<std::vector<Route>>> route_edges(LayeredGraph& layered) {
  std::vector<std::vector<Route>> all;
  for (std::size_t n = 0; n + 1 < layered.layers.size(); ++n) {
    std::vector<Route> routes = routes_below(layered, layered.layers[n]);
    if (!choose_target_ports(layered, routes)) return {};
    choose_tracks(routes);
    all.push_back(std::move(routes));
  }
  return all;
}

std::size_t track_count(const std::vector<Route>& routes) {
  std::size_t count = 1;
  for (const Route& route : routes) count = std::max(count, route.track + 1);
  return count;
}

}  // namespace horloge
