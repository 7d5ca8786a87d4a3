#include "course/exercise/exam.h"

namespace {

// A small causal model: what it has read fades, and decides on the scores.
struct Toy {
  std::size_t V = 5;
  double scale = 2;
  double offset = 0;  // of all scores
  std::size_t longest = 0;

  Array operator()(const Ids& ids) {
    longest = std::max(longest, ids.size());
    Array scores = Array::from_shape({ids.size(), V});
    double state = 0;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      state = 0.7 * state + 0.3 * double(ids(t)) + 0.1;
      for (std::size_t v = 0; v < V; ++v)
        scores(t, v) =
            offset + scale * std::sin(state * double(v + 1) + double(v));
    }
    return scores;
  }
};

About about(const Toy& toy, const Ids& ids, std::size_t window) {
  return {
      fmt::format("N = {}, V = {}, window = {}", ids.size(), toy.V, window)};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t N, std::size_t window, Toy toy = {}) {
    const Ids ids = rng.integers({N}, 0, std::int64_t(toy.V));
    examiner.equal(answer.windowed_nll(toy, ids, window),
                   right_answer().windowed_nll(toy, ids, window),
                   about(toy, ids, window));
  };

  examiner.shape("is a number", [&] {
    const Ids ids = rng.integers({6}, 0, 5);
    examiner.holds(std::isfinite(answer.windowed_nll(Toy{}, ids, 8)),
                   "it is infinite, or no number at all");
  });
  examiner.values("measures a text that fits", [&] {
    compare(6, 8);
    compare(8, 8);
    compare(2 + rng.below(10), 12);
    // Where a window has 64 digits an int takes that for 0.
    compare(9, std::size_t{1} << std::numeric_limits<std::size_t>::digits / 2);
  });
  examiner.values("measures a text of several pieces", [&] {
    compare(12, 8);
    compare(16, 8);
    compare(40, 6);
  });
  examiner.values("counts a last piece that is short", [&] {
    for (const std::size_t N : {9, 10, 11, 13, 14, 15}) compare(N, 8);
  });
  examiner.values("takes windows of odd length", [&] {
    compare(20, 7);
    compare(17, 5);
    compare(11, 3);
  });
  examiner.values("begins anew with each call", [&] {
    compare(14, 6);
    compare(9, 4);
    compare(14, 6);
  });
  examiner.edge("works for two tokens, and a window of two", [&] {
    compare(2, 8);
    compare(2, 2);
    compare(9, 2);
  });
  examiner.edge("works for one token more than the window", [&] {
    compare(9, 8);
    compare(6, 5);
    compare(3, 2);
  });
  examiner.edge("works for scores in the thousands", [&] {
    Toy high, low;
    high.offset = 5000, low.offset = -5000;
    compare(12, 6, high);
    compare(12, 6, low);
  });
  examiner.edge("refuses fewer than two of either", [&] {
    for (const auto& [N, window] :
         {std::pair<std::size_t, std::size_t>{1, 8}, {0, 8}, {8, 1}, {8, 0}})
      examiner.throws<ValueError>(
          [&, ids = rng.integers({N}, 0, 5), window = window] {
            answer.windowed_nll(Toy{}, ids, window);
          },
          fmt::format("for N = {}, window = {}", N, window));
  });
  examiner.property("is ln V where all are equally likely", [&] {
    Toy toy;
    toy.scale = 0;
    const Ids ids = rng.integers({11}, 0, 5);
    for (const std::size_t window : {4, 5, 11})
      examiner.equal(answer.windowed_nll(toy, ids, window), std::log(5),
                     about(toy, ids, window));
  });
  examiner.property("reads no more than the window at once", [&] {
    for (const std::size_t window : {4, 7}) {
      Toy toy;
      const Ids ids = rng.integers({20}, 0, 5);
      answer.windowed_nll(std::ref(toy), ids, window);
      examiner.holds(
          toy.longest > 0 && toy.longest <= window,
          fmt::format("for a window of {} the model was given {} tokens",
                      window, toy.longest));
    }
  });
  examiner.no_gradient("a loss is measured here, and nothing trained");
}
