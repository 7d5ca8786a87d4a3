#include "horloge/models/layer_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/words.h"

namespace horloge {
namespace {

std::string choices(const std::vector<LayerType>& kinds) {
  std::string text = kinds.front().name;
  for (std::size_t i = 1; i < kinds.size(); ++i) text += " or " + kinds[i].name;
  return text;
}

}  // namespace

std::vector<std::string> each_nth(std::size_t n, const std::string& kind, const std::string& other,
                                  std::size_t num_layers) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= num_layers; ++i) names.push_back(i % n == 0 ? kind : other);
  return names;
}

std::vector<LayerType> layer_types(const Config& config, const std::vector<LayerType>& kinds,
                                   const std::vector<std::string>& usual) {
  const std::vector<std::string> said = config.texts("layer_types");
  if (!said.empty() && said.size() != usual.size())
    config.refuse("layer_types", fmt::format("it has to name each of the {} layers", usual.size()));
  std::vector<LayerType> layers;
  for (const std::string& name : said.empty() ? usual : said) {
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const LayerType& k) { return k.name == name; });
    if (kind == kinds.end()) config.refuse("layer_types", "each is " + choices(kinds));
    layers.push_back(*kind);
  }
  return layers;
}

void set_positions(std::vector<LayerType>& layers, const std::vector<bool>& rotates,
                   const std::shared_ptr<PositionScheme>& others, ModelInfo& info) {
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (!rotates[i]) layers[i].positions = others;
  const auto count = std::count(rotates.begin(), rotates.end(), false);
  if (count > 0) info.positions += fmt::format("; none in {} of {} layers", count, rotates.size());
}

void set_window(BlockStackOptions& stack, ModelInfo& info, std::size_t size, WindowKind kind) {
  stack.sliding_window = size;
  stack.window_kind = kind;
  const auto& windowed = stack.windowed_layers;
  const auto count = std::count(windowed.begin(), windowed.end(), true);
  const bool in_all = windowed.empty() || count == static_cast<std::ptrdiff_t>(windowed.size());
  info.positions += kind == WindowKind::chunk ? fmt::format("; chunks of {} tokens", size)
                    : kind == WindowKind::around
                        ? fmt::format("; a window of {} tokens to either side", size)
                        : fmt::format("; a window of {} tokens", size);
  if (!in_all) info.positions += fmt::format(" in {} of {} layers", count, windowed.size());
}

}  // namespace horloge
