// Token by token: which piece predicts it first?

#include "exercises/windowed_nll/answer.h"

using namespace horloge;

double windowed_nll(const NextScores& model, const Ids& ids,
                    std::size_t window) {
  const std::size_t N = ids.size();
  if (window < 2 || N < 2) throw ValueError("two at least");
  const std::size_t step = (window + 1) / 2;
  double mean = 0;
  Array scores;
  std::size_t read = N;  // the piece that the scores are of
  for (std::size_t t = 1; t < N; ++t) {
    const std::size_t piece =
        t < window ? 0 : (t - window) / step + 1;  // the first to reach t
    const std::size_t begin = piece * step, end = std::min(begin + window, N);
    if (piece != read) {
      scores = model(Ids(xt::view(ids, xt::range(begin, end))));
      read = piece;
    }
    const Array row = xt::view(scores, t - 1 - begin);
    const Array gaps = row - row(std::size_t(ids(t)));
    const double most = xt::amax(gaps)();
    mean += (most + std::log(xt::sum(xt::exp(gaps - most))())) / double(N - 1);
  }
  return mean;
}
