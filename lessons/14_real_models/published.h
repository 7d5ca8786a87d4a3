#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/language_head.h"
#include "horloge/nn/block_stack.h"

/// A published model, by the settings of its config.json that its recipe needs.
struct Published {
  std::string name;
  std::string config;
};
const std::vector<Published>& published_models();

/// What a recipe makes of a config, before any weight is there.
struct Recipe {
  horloge::ModelInfo info;
  horloge::BlockStackOptions stack;
  horloge::HeadKind head = horloge::HeadKind::none;
  std::size_t learned_positions = 0;  ///< how many numbers it learns for them
};
Recipe recipe_of(const std::string& config);

/// Words for a table's columns: "silu, gated"; "32/8", of queries and of keys
/// and values, or "32".
std::string net_of(const horloge::FeedForwardOptions& net);
std::string heads_of(const horloge::GroupedQueryAttentionOptions& attention);
