#pragma once

#include "horloge/core/array.h"

namespace horloge {

/// How likely two points are neighbours: Gaussian weights around each point, of a bandwidth
/// that gives them the perplexity e^entropy, symmetrized (van der Maaten and Hinton 2008, sections
/// 2 and 3.1).
///   x (N, D) -> P (N, N)      p_j|i ~ exp(-b_i |x_i - x_j|^2), p_ij = (p_j|i + p_i|j) / (2 N)
/// P is 0 on the diagonal and sums to 1. ShapeError and ValueError as from `tsne`.
Array tsne_affinities(const Array& x, double perplexity);

}  // namespace horloge
