// The sinusoidal table, from the paper's formula alone.
//
//   PE(pos, 2i)     = sin(pos / 10000^(2i / d_model))
//   PE(pos, 2i + 1) = cos(pos / 10000^(2i / d_model))
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.5.

#include "exercises/sinusoidal_table/answer.h"

using namespace horloge;
using xt::placeholders::_;

/// Row pos is the code of position pos, and positions start at 0.
///   -> (max_seq_len, d_model)
/// Throws a ValueError for an odd d_model: the last sine would have no cosine.
///
/// Compute the angles in double: at position 100,000 the seven digits of a
/// float are not enough.
Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model) {
  // solution
  if (d_model % 2 != 0)
    throw ValueError("[sinusoidal_table] d_model must be even");
  const xt::xarray<double> position =
      xt::arange<double>(0, max_seq_len).reshape({-1, 1});            // (T, 1)
  const xt::xarray<double> pair = xt::arange<double>(0, d_model, 2);  // 2i
  const xt::xarray<double> angle =
      position / xt::pow(10000.0, pair / double(d_model));  // (T, D/2)
  Array pe = Array::from_shape({max_seq_len, d_model});
  xt::view(pe, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe;
  // end
}
