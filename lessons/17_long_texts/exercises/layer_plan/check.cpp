#include "course/exercise/exam.h"

namespace {

About about(std::size_t L, std::size_t every, std::size_t window) {
  return {fmt::format("num_layers = {}, global_every = {}, window = {}", L,
                      every, window),
          {"layer"}};
}

Ids random_windows(Rng& rng, std::size_t L) {
  Ids windows = rng.integers({L}, 1, 9);
  for (std::size_t i = 0; i < L; i += 3) windows(i) = 0;
  return windows;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t L, std::size_t every,
                           std::size_t window) {
    examiner.equal(Array(answer.layer_windows(L, every, window)),
                   Array(right_answer().layer_windows(L, every, window)),
                   about(L, every, window));
  };
  const auto compare_keys = [&](const Ids& windows, std::size_t T) {
    examiner.equal(
        double(answer.cached_keys(windows, T)),
        double(right_answer().cached_keys(windows, T)),
        {fmt::format("keys of {} layers, T = {}", windows.size(), T)});
  };

  examiner.shape("has a window for each layer", [&] {
    for (const std::size_t L : {6, 7, 1})
      examiner.same_shape(Array(answer.layer_windows(L, 3, 4)), {L},
                          about(L, 3, 4).sizes);
  });
  examiner.values("makes each n-th layer global", [&] {
    compare(6, 3, 4);
    compare(12, 4, 16);
    compare(7 + rng.below(6), 2 + rng.below(4), 1 + rng.below(30));
  });
  examiner.values("counts what all layers keep", [&] {
    compare_keys(random_windows(rng, 5), 20);
    compare_keys(random_windows(rng, 8), 30 + rng.below(20));
  });
  examiner.edge("has no global layer, or global ones only", [&] {
    compare(5, 0, 3);
    compare(5, 1, 3);
    compare(4, 9, 3);
    compare(4, std::numeric_limits<std::size_t>::max() / 2, 3);
    compare(0, 2, 3);
  });
  examiner.edge("keeps no more keys than the text has", [&] {
    compare_keys(random_windows(rng, 6), 3);
    compare_keys(random_windows(rng, 6), 1);
    compare_keys(random_windows(rng, 6), 0);
    compare_keys(random_windows(rng, 0), 5);
  });
  examiner.edge("refuses a window of 0", [&] {
    examiner.throws<ValueError>([&] { answer.layer_windows(4, 2, 0); },
                                "for window = 0");
    examiner.throws<ValueError>([&] { answer.layer_windows(0, 2, 0); },
                                "for window = 0 and no layers");
    examiner.throws<ValueError>([&] { answer.layer_windows(4, 1, 0); },
                                "for window = 0 and global layers only");
  });
  examiner.property("a token more costs a key in each global layer", [&] {
    const Ids windows = random_windows(rng, 7);  // 3 of them global
    examiner.equal(
        double(answer.cached_keys(windows, 51) -
               answer.cached_keys(windows, 50)),
        3, {"the keys after 51 tokens, less those after 50, 3 global layers"});
  });
  begins_anew(examiner, answer.layer_windows, {6, 3, 4}, {6, 2, 4}, {9, 3, 4});
  examiner.no_gradient("windows are whole numbers");
}
