#include "horloge/view/graph_crossings.h"

#include <algorithm>

namespace horloge {
namespace {

using Item = LayeredGraph::Item;
using Order = std::vector<std::size_t>;

constexpr std::size_t starts = 4;
constexpr std::size_t sweeps = 12;

std::vector<std::size_t> places(const LayeredGraph& layered) {
  std::vector<std::size_t> place(layered.items.size());
  for (const Order& layer : layered.layers)
    for (std::size_t i = 0; i < layer.size(); ++i) place[layer[i]] = i;
  return place;
}

// Sorts a layer by the mean place of each item's neighbours in the layer above or below.
void sort_by_neighbours(LayeredGraph& layered, Order& layer, const Order Item::*neighbours) {
  const std::vector<std::size_t> place = places(layered);
  std::vector<double> mean(layered.items.size(), 0);
  for (const std::size_t i : layer) {
    const Order& near = layered.items[i].*neighbours;
    double sum = 0;
    for (const std::size_t n : near) sum += static_cast<double>(place[n]);
    mean[i] = near.empty() ? static_cast<double>(place[i]) : sum / static_cast<double>(near.size());
  }
  std::stable_sort(layer.begin(), layer.end(),
                   [&](std::size_t a, std::size_t b) { return mean[a] < mean[b]; });
}

// Swaps neighbours in a layer unless that adds crossings. A swap that changes nothing is kept: it
// may open the way for the next.
void swap_neighbours(LayeredGraph& layered) {
  std::size_t fewest = crossings(layered);
  for (Order& layer : layered.layers)
    for (std::size_t i = 1; i < layer.size(); ++i) {
      std::swap(layer[i - 1], layer[i]);
      const std::size_t count = crossings(layered);
      if (count <= fewest)
        fewest = count;
      else
        std::swap(layer[i - 1], layer[i]);
    }
}

void sweep_up(LayeredGraph& layered) {
  for (auto layer = layered.layers.rbegin(); layer != layered.layers.rend(); ++layer)
    sort_by_neighbours(layered, *layer, &Item::to);
}

void sweep_down(LayeredGraph& layered) {
  for (Order& layer : layered.layers) sort_by_neighbours(layered, layer, &Item::from);
}

void rotate_layers(LayeredGraph& layered, std::size_t by) {
  for (Order& layer : layered.layers)
    std::rotate(layer.begin(), layer.begin() + static_cast<std::ptrdiff_t>(by % layer.size()),
                layer.end());
}

}  // namespace

std::size_t crossings(const LayeredGraph& layered) {
  const std::vector<std::size_t> place = places(layered);
  std::size_t count = 0;
  for (const Order& layer : layered.layers)
    for (std::size_t a = 0; a < layer.size(); ++a)
      for (std::size_t b = a + 1; b < layer.size(); ++b)
        for (const std::size_t to_a : layered.items[layer[a]].to)
          for (const std::size_t to_b : layered.items[layer[b]].to)
            if (place[to_a] > place[to_b]) ++count;
  return count;
}

// The sweeps end in a local minimum, so they start from several orders.
void reduce_crossings(LayeredGraph& layered) {
  const std::vector<Order> given = layered.layers;
  std::vector<Order> best = given;
  std::size_t fewest = crossings(layered);
  for (std::size_t start = 0; start < starts && fewest > 0; ++start) {
    layered.layers = given;
    rotate_layers(layered, start);
    for (std::size_t sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
      sweep % 2 == 0 ? sweep_up(layered) : sweep_down(layered);
      swap_neighbours(layered);
      if (const std::size_t count = crossings(layered); count < fewest) {
        fewest = count;
        best = layered.layers;
      }
    }
  }
  layered.layers = best;
}

}  // namespace horloge
