#pragma once

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/rng.h"

// Pictures of small marks, drawn by the program: each patch of 4 by 4 pixels
// has one of six.

constexpr std::size_t num_marks = 6, patch_size = 4;
constexpr std::size_t patch_pixels = patch_size * patch_size;

struct Pictures {
  horloge::Array patches;  ///< (B, R C, 16), row after row
  horloge::Ids below;      ///< (B, R C): the mark below; no_question in the
                           ///< last row
  horloge::Ids quarter;    ///< (B, R C): 0 to 3, upper left to lower right
};

/// B pictures of R rows and C columns of patches.
Pictures new_pictures(std::size_t B, std::size_t R, std::size_t C,
                      horloge::Rng& rng);

/// Patches of one picture, put together.   (R C, 16) -> (4 R, 4 C)
horloge::Array put_together(const horloge::Array& patches, std::size_t columns);
