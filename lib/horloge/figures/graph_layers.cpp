#include "horloge/figures/graph_layers.h"

#include <algorithm>
#include <cmath>

#include "horloge/figures/graph_order.h"

namespace horloge {
namespace {

using Item = LayeredGraph::Item;
using Order = std::vector<std::size_t>;

constexpr int align_sweeps = 12;
constexpr std::ptrdiff_t gap = 3;

// Each node just above the first of its users: an input stands where it is needed.
std::vector<std::size_t> layer_numbers(const Graph& graph) {
  Order order = topological_order(graph);
  std::reverse(order.begin(), order.end());
  std::vector<std::size_t> height(graph.nodes.size(), 0);
  for (const std::size_t node : order)
    for (const auto& [from, to] : graph.edges)
      if (from == node) height[node] = std::max(height[node], height[to] + 1);
  const std::size_t top = *std::max_element(height.begin(), height.end());
  for (std::size_t& h : height) h = top - h;
  return height;
}

void connect(LayeredGraph& layered, std::size_t from, std::size_t to) {
  layered.items[from].to.push_back(to);
  layered.items[to].from.push_back(from);
}

LayeredGraph with_joints(const Graph& graph, const std::vector<std::size_t>& widths) {
  const std::vector<std::size_t> layer = layer_numbers(graph);
  LayeredGraph layered;
  layered.layers.resize(*std::max_element(layer.begin(), layer.end()) + 1);
  const auto add = [&](Item item, std::size_t in_layer) {
    layered.layers[in_layer].push_back(layered.items.size());
    layered.items.push_back(std::move(item));
    return layered.items.size() - 1;
  };
  for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
    Item item;
    item.node = node;
    item.width = widths[node];
    add(item, layer[node]);
  }
  for (const auto& [from, to] : graph.edges) {
    std::size_t last = from;
    for (std::size_t between = layer[from] + 1; between < layer[to]; ++between) {
      const std::size_t next = add({}, between);
      connect(layered, last, next);
      last = next;
    }
    connect(layered, last, to);
  }
  return layered;
}

// The least-squares fit to the wished places that keeps the order and the distances `least` between
// neighbours: isotonic regression, by pooling adjacent violators.
std::vector<double> spread(const std::vector<double>& wishes, const std::vector<double>& least) {
  struct Run {
    double mean;
    std::size_t size;
  };
  std::vector<Run> runs;
  double offset = 0;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    offset += least[i];
    Run run{wishes[i] - offset, 1};
    while (!runs.empty() && runs.back().mean > run.mean) {
      const Run& before = runs.back();
      const std::size_t size = before.size + run.size;
      run.mean = (before.mean * static_cast<double>(before.size) +
                  run.mean * static_cast<double>(run.size)) /
                 static_cast<double>(size);
      run.size = size;
      runs.pop_back();
    }
    runs.push_back(run);
  }
  std::vector<double> result;
  offset = 0;
  for (const Run& run : runs)
    for (std::size_t i = 0; i < run.size; ++i) {
      offset += least[result.size()];
      result.push_back(run.mean + offset);
    }
  return result;
}

// Moves a layer's items to the mean of their neighbours, as far as there is room.
void align(LayeredGraph& layered, const Order& layer, const Order Item::*neighbours) {
  std::vector<double> wishes, least;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    const Item& item = layered.items[layer[i]];
    const Order& near = item.*neighbours;
    double sum = 0;
    for (const std::size_t n : near) sum += static_cast<double>(layered.items[n].middle);
    wishes.push_back(near.empty() ? static_cast<double>(item.middle)
                                  : sum / static_cast<double>(near.size()));
    std::ptrdiff_t distance = 0;
    if (i > 0) {
      const Item& before = layered.items[layer[i - 1]];
      distance = before.right() - before.middle + gap + 1 + item.middle - item.left();
    }
    least.push_back(static_cast<double>(distance));
  }
  const std::vector<double> middles = spread(wishes, least);
  for (std::size_t i = 0; i < layer.size(); ++i)
    layered.items[layer[i]].middle = static_cast<std::ptrdiff_t>(std::floor(middles[i] + 0.5));
}

void place_items(LayeredGraph& layered) {
  for (int sweep = 0; sweep < align_sweeps; ++sweep) {
    for (const Order& layer : layered.layers) align(layered, layer, &Item::from);
    for (auto layer = layered.layers.rbegin(); layer != layered.layers.rend(); ++layer)
      align(layered, *layer, &Item::to);
  }
  for (const Order& layer : layered.layers) align(layered, layer, &Item::from);
  std::ptrdiff_t left = layered.items.front().left();
  for (const Item& item : layered.items) left = std::min(left, item.left());
  for (Item& item : layered.items) item.middle -= left;
}

}  // namespace

std::size_t LayeredGraph::width() const {
  std::ptrdiff_t right = -1;
  for (const Item& item : items) right = std::max(right, item.right());
  return static_cast<std::size_t>(right + 1);
}

LayeredGraph lay_out(const Graph& graph, const std::vector<std::size_t>& widths) {
  LayeredGraph layered = with_joints(graph, widths);
  place_items(layered);
  return layered;
}

}  // namespace horloge
