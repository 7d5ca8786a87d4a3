#pragma once

#include <cstddef>
#include <cstdint>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// The share of right answers by depth: bin b has the questions whose answer
/// lies b width + 1 to (b + 1) width tokens back, the last bin all deeper ones
/// as well. -1 for a bin without a question; depths below 1 are no questions.
///   depth (N), right (N) of 0 and 1 -> (bins)
horloge::Array accuracy_by_depth(const horloge::Ids& depth,
                                 const horloge::Ids& right, std::size_t width,
                                 std::size_t bins);

/// The windows of a stack in which each `global_every`-th layer sees the whole
/// text, and all others the last `window` tokens; 0 stands for the whole text.
///   -> (num_layers)
horloge::Ids layer_windows(std::size_t num_layers, std::size_t global_every,
                           std::size_t window);

/// How many keys all layers together keep after T tokens.   windows (L)
std::int64_t cached_keys(const horloge::Ids& windows, std::size_t T);

/// Self-Extend: at which offset query t sees key s; -1 for keys after it.
/// Offsets below `near` are as they are; beyond, positions are counted in
/// groups.
///   -> (T, T)
horloge::Ids grouped_offsets(std::size_t T, std::size_t near,
                             std::size_t group);

/// What a cache of the first `sinks` and the last `window` tokens holds after T
/// tokens, and how far each stands before the newest, counted in the cache.
struct Kept {
  horloge::Ids tokens, offsets;
};
Kept kept_tokens(std::size_t T, std::size_t window, std::size_t sinks);

/// The scores of forget gates: bias(i, j) = ln f(j + 1) + … + ln f(i) for j <=
/// i, 0 above.   gates (T) -> (T, T)
horloge::Array forget_bias(const horloge::Array& gates);

/// The way back.   gates (T), dbias (T, T) -> dgates (T)
horloge::Array forget_bias_backward(const horloge::Array& gates,
                                    const horloge::Array& dbias);
