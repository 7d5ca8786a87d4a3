#pragma once

// Layers of different kinds in one stack: which of them see a window, and under which position
// scheme each stands. For models/*.cpp.

#include <memory>
#include <string>
#include <vector>

#include "horloge/models/config.h"
#include "horloge/models/language_model.h"
#include "horloge/nn/block_stack.h"
#include "horloge/nn/position/position.h"

namespace horloge {

/// A kind of layer, by its name in `layer_types`.
struct LayerType {
  std::string name;
  bool windowed = false;                        ///< sees the stack's window alone
  std::shared_ptr<PositionScheme> positions{};  ///< null: the model's own scheme
};

/// The names of the layers where a config has none: each n-th is of one kind, counted from
/// 1, and the others of another.
std::vector<std::string> each_nth(std::size_t n, const std::string& kind, const std::string& other,
                                  std::size_t num_layers);

/// Of which kind each layer is: what `layer_types` says, or else `usual`. ValueError for a name
/// that is not among the kinds, and unless each layer has one.
std::vector<LayerType> layer_types(const Config& config, const std::vector<LayerType>& kinds,
                                   const std::vector<std::string>& usual);

/// Gives each layer of a recipe, of a decoder or an encoder, its window and its scheme.
template <class Recipe>
void set_layers(Recipe& r, const std::vector<LayerType>& layers) {
  bool other_schemes = false;
  r.stack.windowed_layers.clear();
  for (const LayerType& layer : layers) {
    r.stack.windowed_layers.push_back(layer.windowed);
    other_schemes = other_schemes || layer.positions != nullptr;
  }
  if (!other_schemes) return;
  for (const LayerType& layer : layers)
    r.layer_positions.push_back(layer.positions ? layer.positions : r.positions);
}

/// Puts the layers that do not rotate under a scheme of their own.
void set_positions(std::vector<LayerType>& layers, const std::vector<bool>& rotates,
                   const std::shared_ptr<PositionScheme>& others, ModelInfo& info);

/// The window of the layers that have one, and what the model says of it.
void set_window(BlockStackOptions& stack, ModelInfo& info, std::size_t size, WindowKind kind);

}  // namespace horloge
