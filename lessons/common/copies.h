#pragma once

#include <cstddef>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/rng.h"

// A task for trained models: say a list of words again, behind a sign (Huang et
// al. 2025).

/// Texts, and what is asked for at each position of them.
struct Copies {
  horloge::Ids ids, answers;  ///< (B, T) with T = 2 n + 1 for the longest n
};

/// Lists of the lengths `n`, with the words 2, 3, …: `longest` different ones,
/// or two over and over; 0 begins a text, 1 asks for the copy. Shorter texts
/// end in more of 0, where nothing is asked (common/three_back.h).
Copies copies(const std::vector<std::size_t>& n, std::size_t longest,
              bool distinct, horloge::Rng& rng);
