// Queries of (1, 0) pairs, keys (cos, sin); one length for all texts that can
// be told apart, doubled until it is enough.

#include <complex>

#include "exercises/look_back/answer.h"

using namespace horloge;

HeadBiases look_back(std::size_t offset, std::size_t K, std::size_t seq_len,
                     double weight) {
  if (K & 1 || offset + 1 > seq_len || weight <= 0 || weight >= 1)
    throw ValueError("no");
  Array q = zeros({K}), k = zeros({K});
  std::vector<double> omega;
  for (std::size_t j = 0; j < K / 2; ++j) {
    omega.push_back(std::exp(-std::log(10000.0) * 2 * double(j) / double(K)));
    const auto turned = std::polar(1.0, double(offset) * omega[j]);
    q(2 * j) = 1;
    k(2 * j) = turned.real();
    k(2 * j + 1) = turned.imag();
  }
  for (double length = 1;; length *= 2) {
    double others = 0;  // of all that could be seen, on both sides
    for (std::size_t away = 1; away < 2 * seq_len; ++away) {
      double below = 0;
      for (const double w : omega) below += 1 - std::cos(double(away) * w);
      others += 2 * std::exp(-length * length * below / std::sqrt(double(K)));
    }
    if (1 / (1 + others) >= weight) return {length * q, length * k};
  }
}
