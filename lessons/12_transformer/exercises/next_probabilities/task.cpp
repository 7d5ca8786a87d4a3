// The probability of each character to be written next.
//
// In this order:
//   1. Temperature: the logits are divided by it.
//   2. Top-k: only the k likeliest stay; all if top_k is 0.
//   3. Softmax of those that stay.
//   4. Top-p: only the likeliest stay, as few of them as make up the share
//      top_p together; one at least. The one that reaches top_p is in.
//   5. Those that stay are divided by their sum, all others are 0.
//
// Of characters that are equally likely, the first ones count as likelier.
//
// The nucleus: Holtzman et al. 2020, section 3.1.

#include "exercises/next_probabilities/answer.h"

using namespace horloge;

///   logits (V) -> probabilities (V), in the same order
/// Logits may be as large as 1000; top_k may be more than V. Throws a
/// ValueError unless the temperature is above 0, and top_p above 0 and at
/// most 1.
///
/// What may help: std::vector<std::size_t> order(V) with the numbers 0 … V - 1,
/// sorted by std::stable_sort(order.begin(), order.end(), comparison).
Array next_probabilities(const Array& logits, double temperature,
                         std::size_t top_k, double top_p) {
  // solution
  if (!(temperature > 0) || !(top_p > 0 && top_p <= 1))
    throw ValueError("[next_probabilities] temperature or top_p out of range");
  const std::size_t V = logits.size();
  std::vector<std::size_t> order;  // the likeliest first
  for (std::size_t v = 0; v < V; ++v) order.push_back(v);
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
  if (top_k > 0 && top_k < V) order.resize(top_k);

  std::vector<double> p;
  double sum = 0;
  for (const std::size_t v : order) {
    p.push_back(std::exp((logits(v) - logits(order[0])) / temperature));
    sum += p.back();
  }
  double share = 0, kept = 0;
  Array result = zeros({V});
  for (std::size_t i = 0; i < order.size() && share < top_p; ++i) {
    result(order[i]) = p[i];
    share += p[i] / sum;
    kept += p[i];
  }
  return result / kept;
  // end
}
