// With whole arrays: -ln p of everything, then what is asked of it.

#include "exercises/causal_lm_loss/answer.h"

using namespace horloge;

double causal_lm_loss(const Array& logits, const Ids& ids,
                      std::int64_t padding_id) {
  const std::size_t T = ids.shape(1), V = logits.shape(2);
  const Array largest = xt::amax(logits, {2}, xt::keep_dims);
  const Array moved = logits - largest;
  const Array e = xt::exp(moved);
  const Array sums = xt::sum(e, {2}, xt::keep_dims);
  const Array surprise = xt::log(sums) - moved;  // (B, T, V)
  std::vector<double> losses;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t id = ids.flat(i);
    if (i % T == 0 || id == padding_id) continue;  // first tokens: nobody's
    if (id < 0 || std::size_t(id) >= V) throw IndexError("no");
    losses.push_back(surprise(i / T, i % T - 1, std::size_t(id)));
  }
  double mean = 0;
  for (const double loss : losses) mean += loss / double(losses.size());
  return mean;
}
