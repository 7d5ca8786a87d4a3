#include "course/exercise/exam.h"

namespace {

// Rows that sum to 1; causal, or with something to see behind each query.
Array random_maps(Rng& rng, const Shape& shape, bool causal) {
  Array maps = rng.uniform(shape, 0.05, 1);
  for (std::size_t t = 0; causal && t < shape[2]; ++t)
    xt::view(maps, xt::all(), xt::all(), t, xt::range(t + 1, shape[3])) = 0;
  const Array sums = xt::sum(maps, {3}, xt::keep_dims);
  return maps / sums;
}

About about(const Array& maps, std::size_t offset) {
  return {fmt::format("B = {}, H = {}, T = {}, offset = {}", maps.shape(0),
                      maps.shape(1), maps.shape(2), offset),
          {"head"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& maps, std::size_t offset) {
    examiner.equal(answer.attention_back(maps, offset),
                   right_answer().attention_back(maps, offset),
                   about(maps, offset));
  };

  examiner.shape("has a number for each head", [&] {
    const Array maps = random_maps(rng, {2, 3, 5, 5}, true);
    examiner.same_shape(answer.attention_back(maps, 1), {3},
                        about(maps, 1).sizes);
  });
  examiner.values("looks one back", [&] {
    compare(random_maps(rng, {2, 3, 6, 6}, true), 1);
    compare(random_maps(rng, {3, 2, 5, 5}, true), 1);
  });
  examiner.values("looks back by any offset", [&] {
    for (const std::size_t offset : {0, 2, 3, 5})
      compare(random_maps(rng, {2, 3, 7, 7}, true), offset);
    compare(random_maps(rng, {2, 2, 12, 12}, true), rng.below(11));
  });
  examiner.values("looks back, not ahead", [&] {
    for (const std::size_t offset : {1, 3})
      compare(random_maps(rng, {2, 3, 6, 6}, false), offset);
  });
  examiner.values("begins anew with each call", [&] {
    const Array maps = random_maps(rng, {2, 3, 6, 6}, true);
    compare(maps, 2);
    compare(random_maps(rng, {1, 2, 9, 9}, true), 1);
    compare(random_maps(rng, {2, 3, 6, 6}, true), 2);
    compare(maps, 2);
  });
  examiner.edge("works for one text, and for one head", [&] {
    compare(random_maps(rng, {1, 3, 5, 5}, true), 1);
    compare(random_maps(rng, {4, 1, 5, 5}, true), 2);
  });
  examiner.edge("works for as many texts as heads", [&] {
    compare(random_maps(rng, {3, 3, 4, 4}, true), 1);
    compare(random_maps(rng, {4, 4, 4, 4}, false), 2);
  });
  examiner.edge("works where one query has such a key", [&] {
    compare(random_maps(rng, {2, 3, 5, 5}, true), 4);
    compare(random_maps(rng, {2, 3, 1, 1}, true), 0);
  });
  examiner.edge("refuses an offset that no query has", [&] {
    const Array maps = random_maps(rng, {2, 3, 4, 4}, true);
    for (const std::size_t offset : {4, 5, 100})
      examiner.throws<ValueError>(
          [&] { answer.attention_back(maps, offset); },
          fmt::format("for T = 4, offset = {}", offset));
  });
  examiner.property("gives 1 to a head that looks one back", [&] {
    Array maps = zeros({2, 2, 5, 5});
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 5; ++t) {
        maps(b, 0, t, t == 0 ? 0 : t - 1) = 1;  // one back, where it can
        maps(b, 1, t, t) = 1;                   // at itself
      }
    examiner.equal(answer.attention_back(maps, 1), Array{1, 0}, about(maps, 1));
    examiner.equal(answer.attention_back(maps, 0), Array{0.2, 1},
                   about(maps, 0));
  });
  examiner.property("shares out all of the attention", [&] {
    const Array maps = random_maps(rng, {2, 3, 6, 6}, true);
    Array sum = zeros({3});
    for (std::size_t offset = 0; offset < 6; ++offset) {
      const Array mean = answer.attention_back(maps, offset);
      examiner.same_shape(mean, {3}, about(maps, offset).sizes);
      sum += mean * double(6 - offset);  // so many queries have such a key
    }
    examiner.equal(sum, Array{6, 6, 6},
                   {"means of all offsets, times the queries that have them, B "
                    "= 2, H = 3, T = 6",
                    {"head"}});
  });
  examiner.no_gradient("attention maps are looked at here, and not trained");
}
