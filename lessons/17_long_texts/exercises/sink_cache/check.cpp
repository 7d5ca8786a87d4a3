#include "course/exercise/exam.h"

namespace {

struct Case {
  std::size_t T, window, sinks;

  About about(const char* what) const {
    return {fmt::format("{}, T = {}, window = {}, sinks = {}", what, T, window,
                        sinks),
            {"row of the cache"}};
  }
};

Case random_case(Rng& rng) {
  return {20 + rng.below(30), 2 + rng.below(8), 1 + rng.below(5)};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c) {
    const Kept kept = answer.kept_tokens(c.T, c.window, c.sinks);
    const Kept want = right_answer().kept_tokens(c.T, c.window, c.sinks);
    examiner.equal(kept.tokens, want.tokens, c.about("tokens"));
    examiner.equal(kept.offsets, want.offsets, c.about("offsets"));
  };

  examiner.shape("keeps sinks and window, and no more", [&] {
    for (const Case& c : {Case{10, 3, 2}, Case{40, 8, 4}}) {
      const Kept kept = answer.kept_tokens(c.T, c.window, c.sinks);
      const std::size_t n = c.window + c.sinks;
      examiner.same_shape(Array(kept.tokens), {n}, c.about("tokens").sizes);
      examiner.same_shape(Array(kept.offsets), {n}, c.about("offsets").sizes);
    }
  });
  examiner.values("keeps the first tokens and the last", [&] {
    compare({10, 3, 2});
    compare({50, 8, 4});
    compare(random_case(rng));
  });
  examiner.edge("keeps no token twice in a short text", [&] {
    compare({5, 3, 4});
    compare({4, 8, 2});
    compare({7, 4, 3});
    compare({8, 4, 3});
  });
  examiner.edge("works for no sinks, one token and none", [&] {
    compare({20, 5, 0});
    compare({1, 4, 2});
    compare({0, 4, 2});
    compare({9, 1, 0});
  });
  examiner.edge("works where nothing is ever gone", [&] {
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    compare({6, most, 0});
    compare({6, 2, most});
    compare({6, most, most});
  });
  examiner.edge("refuses a window of 0", [&] {
    examiner.throws<ValueError>([&] { answer.kept_tokens(10, 0, 2); },
                                "for window = 0");
    examiner.throws<ValueError>([&] { answer.kept_tokens(0, 0, 2); },
                                "for window = 0, T = 0");
  });
  examiner.property("has the same offsets however long the text", [&] {
    const Case c = random_case(rng), later{c.T + 100, c.window, c.sinks};
    const Array now = Array(answer.kept_tokens(c.T, c.window, c.sinks).offsets);
    examiner.equal(
        Array(answer.kept_tokens(later.T, later.window, later.sinks).offsets),
        now, later.about("offsets 100 tokens later"));
    examiner.holds(now.size() == c.window + c.sinks,
                   "the cache has another size than sinks and window");
  });
  const auto both = [&](std::size_t T, std::size_t window, std::size_t sinks) {
    const Kept kept = answer.kept_tokens(T, window, sinks);
    return Array(Array(kept.tokens) + 100 * Array(kept.offsets));
  };
  begins_anew(examiner, both, {12, 3, 2}, {15, 3, 2}, {30, 7, 4});
  examiner.no_gradient("positions are whole numbers");
}
