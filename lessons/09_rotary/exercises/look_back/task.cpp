// A head that looks `offset` tokens back, by two biases and rotary positions.
//
// Wq and Wk are zero, so every token has the same query, the bias q, and the
// same key, the bias k. Both are turned by the token's position, in the pairs
// (2j, 2j + 1) with the frequencies 10000^(-2j / K). Scores are divided by
// sqrt(K), and the softmax of a row runs over all tokens, before and after.
//
// The lesson has a key that peaks at any offset. Here a peak is not enough: the
// token that is looked at has to get most of the weight, so q and k must be
// long enough. How long? The softmax of the peak is at least
//
//   1 / (1 + (seq_len - 1) exp(-gap))
//
// where gap is how far the next best score lies below it.
//
// Barbero et al. 2025, arXiv 2410.06205.

#include "exercises/look_back/answer.h"

using namespace horloge;

/// In a text of seq_len words, each word from position `offset` on gives at
/// least `weight` to the word `offset` positions before it.   -> q, k, (K) each
/// Vectors that are longer than they need be are right, too, as long as |q| |k|
/// is no more than ten times what this bound asks for. Throws a ValueError if K
/// is odd, if offset is not less than seq_len, or if weight is not between 0
/// and 1.
///
/// What may help: ones({K}) and zeros({K}) make arrays; std::cos, std::sqrt and
/// std::log work on single numbers; return {q, k};
HeadBiases look_back(std::size_t offset, std::size_t K, std::size_t seq_len,
                     double weight) {
  // solution
  if (K % 2 != 0) throw ValueError("[look_back] K must be even");
  if (offset >= seq_len)
    throw ValueError("[look_back] offset must be less than seq_len");
  if (!(weight > 0 && weight < 1))
    throw ValueError("[look_back] weight must be between 0 and 1");
  const auto omega = [K](std::size_t j) {
    return std::pow(10000, -2 * double(j) / double(K));
  };
  // How far below the peak another position is, for vectors of ones.
  double gap = 2 * double(K);
  for (std::size_t away = 1; away < 2 * seq_len; ++away) {
    double below = 0;
    for (std::size_t j = 0; j < K / 2; ++j)
      below += 2 - 2 * std::cos(double(away) * omega(j));
    gap = std::min(gap, below);
  }
  const double needed = std::log(double(seq_len) / (1 - weight));
  const double gain = std::sqrt(needed * std::sqrt(double(K)) / gap);
  Array q = gain * ones({K}), k = zeros({K});
  for (std::size_t j = 0; j < K / 2; ++j) {
    const double angle = double(offset) * omega(j);
    k(2 * j) = gain * (std::cos(angle) - std::sin(angle));
    k(2 * j + 1) = gain * (std::sin(angle) + std::cos(angle));
  }
  return {q, k};
  // end
}
