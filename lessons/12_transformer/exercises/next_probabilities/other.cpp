// Without sorting: the likeliest that is left is taken out again and again.

#include "exercises/next_probabilities/answer.h"

using namespace horloge;

Array next_probabilities(const Array& logits, double temperature,
                         std::size_t top_k, double top_p) {
  if (temperature <= 0 || top_p <= 0 || top_p > 1 || temperature != temperature)
    throw ValueError("no");
  const std::size_t V = logits.size();
  const std::size_t most = top_k == 0 ? V : std::min(top_k, V);
  std::vector<bool> taken(V, false);
  std::vector<std::size_t> best;
  while (best.size() < most) {
    std::size_t next = V;
    for (std::size_t v = 0; v < V; ++v)
      if (!taken[v] && (next == V || logits(v) > logits(next))) next = v;
    taken[next] = true;
    best.push_back(next);
  }
  Array stays = -std::numeric_limits<double>::infinity() * ones({V});
  for (const std::size_t v : best) stays(v) = logits(v) / temperature;
  Array p = xt::exp(stays - stays(best[0]));
  p /= Array(xt::sum(p))();
  double share = 0;
  for (const std::size_t v : best) {
    if (share >= top_p)
      p(v) = 0;
    else
      share += p(v);
  }
  return p / share;
}
