#include "schemes.h"

#include <algorithm>
#include <functional>
#include <map>

#include "../heads.h"
#include "../small_model.h"
#include "../taken_away.h"
#include "horloge/core/error.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/rotary.h"

namespace {

using SchemePointer = std::shared_ptr<horloge::PositionScheme>;
using horloge::RotaryOptions;

SchemePointer rotary(const RotaryOptions& options) {
  return std::make_shared<horloge::RotaryPositions>(16, options);
}

RotaryOptions half_as_fast() {
  horloge::RotaryScaling half;
  half.kind = horloge::RotaryScalingKind::linear;
  half.factor = 2;
  return RotaryOptions().with_scaling(half);
}

// Those of the lesson, for its small model.
const std::map<std::string, std::function<SchemePointer()>>& clocks() {
  using Place = std::int64_t;
  static const auto all = [] {
    std::map<std::string, std::function<SchemePointer()>> clocks = {
        {"further",
         [] { return elsewhere([](Place t) { return t + 100000; }); }},
        {"twice", [] { return elsewhere([](Place t) { return 2 * t; }); }},
        {"backwards",
         [] { return elsewhere([](Place t) { return 127 - t; }); }},
        {"in_pairs",
         [] { return elsewhere([](Place t) { return t / 2 * 2; }); }},
        {"half", [] { return rotary(half_as_fast()); }},
        {"base 500000",
         [] { return rotary(RotaryOptions().with_base(500000)); }},
        {"neighbours", [] {
           return rotary(
               RotaryOptions().with_pairing(horloge::Pairing::interleaved));
         }}};
    for (std::size_t pair = 0; pair < 8; ++pair)
      clocks["stopped " + std::to_string(pair)] = [pair] {
        return one_pair_stopped(pair);
      };
    return clocks;
  }();
  return all;
}

SchemePointer by_name(const Opened& opened, const std::string& name) {
  const horloge::ModelInfo& info = opened.model->info;
  horloge::PositionOptions around;
  around.d_model = info.sizes.d_model;
  around.d_embed = info.sizes.d_embed;
  around.num_heads = info.sizes.num_heads;
  around.head_dim = info.sizes.head_dim;
  around.causal = info.causal;
  around.rotary = info.rotary;
  horloge::Rng rng(1);
  return horloge::make_positions(name, around, rng);
}

}  // namespace

const std::vector<std::string>& scheme_names() {
  static const auto all = [] {
    std::vector<std::string> names = {"own", "none", "alibi", "sinusoidal"};
    for (const auto& [name, make] : clocks()) names.push_back(name);
    return names;
  }();
  return all;
}

SchemePointer scheme_of(const Opened& opened, const std::string& name) {
  if (name == "own") return nullptr;
  const auto clock = clocks().find(name);
  if (clock == clocks().end()) return by_name(opened, name);
  const auto& rotary = opened.model->info.rotary;
  if (!rotary || opened.model->info.sizes.head_dim != 16)
    throw horloge::ValueError(
        "these places and clocks are for the small model of the lesson");
  return clock->second();
}
