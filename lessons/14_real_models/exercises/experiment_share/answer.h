#pragma once

#include "course/exercise/exercise.h"

/// The sizes of a GPT-2.
struct Sizes {
  std::size_t vocab_size, places, d_model, num_layers;
};

/// How much of a model a table of positions is.
enum class Meaning {
  always_small,        ///< whatever the size of the model, and of its texts
  small_unless_long,   ///< small as long as the texts are not
  always_a_large_part  ///< a good part of every model
};

double my_guess();
double share_of_positions(const Sizes& sizes);
Meaning what_it_means();
