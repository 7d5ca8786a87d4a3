#include "scrambled.h"

#include "common/modules.h"

using namespace horloge;

ScrambledPositions::ScrambledPositions(std::size_t max_seq_len,
                                       std::size_t d_model, Rng& rng) {
  SinusoidOptions options;
  options.base = 7;
  const Array right = sinusoidal_table(max_seq_len, d_model, options);
  const std::vector<std::size_t> place = rng.permutation(max_seq_len);
  Array wrong = empty(right.shape());
  for (std::size_t t = 0; t < max_seq_len; ++t)
    for (std::size_t j = 0; j < d_model; ++j)
      wrong(t, j) = right(place[t], j ^ 1U);
  table_ = Tensor(std::move(wrong));
}

Tensor ScrambledPositions::operator()(const Tensor& x) const {
  return x + slice(table_, {{0, static_cast<std::ptrdiff_t>(x.shape()[1]), 1}});
}
