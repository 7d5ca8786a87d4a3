// The loss of a text that is longer than the model reads at once.
//
// A model was trained on texts of up to `window` tokens. A longer one is read
// in pieces of that length, each of which begins
//
//   step = window - window / 2      (window / 2 rounded down)
//
// tokens after the one before, so that they overlap by half. The last piece
// ends where the text ends, and may be shorter. Each token but the first of the
// text is counted once: in the first piece that predicts it, where it is not
// the first one. So all tokens but those of the first piece are predicted from
// window / 2 tokens or more.
//
//   nll = the mean, over these N - 1 tokens, of -ln softmax(scores)[token]
//
// where the scores are those of the position before the token.

#include "exercises/windowed_nll/answer.h"

using namespace horloge;

/// model(ids) takes (T) ids, T <= window, and answers with scores (T, V): row t
/// is for the token that follows ids(t). Scores can be in the thousands.
///   ids (N)
/// Throws a ValueError if window or N is less than 2.
///
/// What may help: Ids piece = xt::view(ids, xt::range(begin, end)); and
/// ln softmax(s)[v] = s[v] - m - ln(sum of exp(s - m)), m the largest of s.
double windowed_nll(const NextScores& model, const Ids& ids,
                    std::size_t window) {
  // solution
  if (window < 2 || ids.size() < 2)
    throw ValueError("[windowed_nll] a window and a text need two tokens");
  const std::size_t N = ids.size(), step = window - window / 2;
  double sum = 0;
  std::size_t next = 1;  // the first token that is not counted yet
  for (std::size_t begin = 0; next < N; begin += step) {
    const std::size_t end = std::min(begin + window, N);
    const Ids piece = xt::view(ids, xt::range(begin, end));
    const Array scores = model(piece);
    for (; next < end; ++next) {
      const Array row = xt::view(scores, next - begin - 1);
      const double highest = xt::amax(row)();
      const double total = xt::sum(xt::exp(row - highest))();
      sum += highest + std::log(total) - row(std::size_t(ids(next)));
    }
  }
  return sum / double(N - 1);
  // end
}
