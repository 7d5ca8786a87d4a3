#include <fmt/format.h>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

const std::vector<std::string> split_axes = {"sentence", "head", "word",
                                             "column"};
const std::vector<std::string> merged_axes = {"sentence", "word", "column"};

// Column c of x belongs to head c / K.
Array number_by_number(const Array& x, std::size_t H) {
  const std::size_t K = x.shape(2) / H;
  Array heads = zeros({x.shape(0), H, x.shape(1), K});
  for (std::size_t b = 0; b < x.shape(0); ++b)
    for (std::size_t t = 0; t < x.shape(1); ++t)
      for (std::size_t c = 0; c < x.shape(2); ++c)
        heads(b, c / K, t, c % K) = x(b, t, c);
  return heads;
}

std::string sizes(const Array& x, std::size_t num_heads) {
  return fmt::format("x {}, num_heads = {}", to_string(x.shape()), num_heads);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto split = [&](const Array& x, std::size_t num_heads) {
    examiner.equal(answer.split(x, num_heads), number_by_number(x, num_heads),
                   {"split_heads, " + sizes(x, num_heads), split_axes});
  };
  const auto merge = [&](const Array& x, std::size_t num_heads) {
    const Array heads = number_by_number(x, num_heads);
    examiner.equal(answer.merge(heads), x,
                   {"merge_heads, x " + to_string(heads.shape()), merged_axes});
  };

  examiner.part(Kind::shape, "splits into (B, H, T, K)", [&] {
    const Array x = rng.normal({2, 5, 12});
    examiner.same_shape(answer.split(x, 3), {2, 3, 5, 4}, sizes(x, 3));
  });
  examiner.part(Kind::shape, "merges into (B, T, D)", [&] {
    examiner.same_shape(answer.merge(rng.normal({2, 3, 5, 4})), {2, 5, 12},
                        "merge_heads, x (2, 3, 5, 4)");
  });
  examiner.part(Kind::values, "gives each head its columns of each word", [&] {
    split(rng.normal({2, 5, 12}), 3);
    const std::size_t H = 2 + rng.below(3);
    split(rng.normal({2, 3 + rng.below(5), H * (5 + rng.below(2))}), H);
  });
  examiner.part(Kind::values, "puts the heads of a word side by side", [&] {
    merge(rng.normal({2, 5, 12}), 3);
    const std::size_t H = 2 + rng.below(3);
    merge(rng.normal({2, 3 + rng.below(5), H * (5 + rng.below(2))}), H);
  });
  examiner.part(Kind::edge, "works for a larger batch of longer sentences",
                [&] {
                  split(rng.normal({3, 20, 80}), 5);
                  merge(rng.normal({3, 20, 80}), 5);
                });
  examiner.part(Kind::edge, "works for no sentence at all", [&] {
    split(zeros({0, 3, 6}), 2);
    merge(zeros({0, 3, 6}), 2);
  });
  examiner.part(Kind::edge, "splits for one head, one column, one word", [&] {
    split(rng.normal({2, 3, 4}), 1);
    split(rng.normal({2, 3, 4}), 4);
    split(rng.normal({1, 1, 6}), 2);
  });
  examiner.part(Kind::edge, "merges one head, one column, one word", [&] {
    merge(rng.normal({2, 3, 4}), 1);
    merge(rng.normal({2, 3, 4}), 4);
    merge(rng.normal({1, 1, 6}), 2);
  });
  examiner.part(
      Kind::edge, "refuses a number of heads that does not divide D", [&] {
        for (const std::size_t num_heads : {4, 0, 12})
          examiner.throws<ValueError>(
              [&] {
                answer.split(rng.normal({2, 3, 6}), num_heads);
              },
              fmt::format("for d_model = 6 and num_heads = {}", num_heads));
      });
  examiner.part(Kind::property, "merges what it has split", [&] {
    const Array x = rng.normal({2, 4, 6});
    examiner.equal(answer.merge(answer.split(x, 2)), x,
                   {"split, then merged, " + sizes(x, 2), merged_axes});
  });
  examiner.part(Kind::property,
                "changes one word in each head when one word changes", [&] {
                  const Array x = rng.normal({1, 5, 6});
                  Array other = x;
                  xt::view(other, 0, 3) += 1;
                  const Array before = answer.split(x, 3);
                  const Array after = answer.split(other, 3);
                  examiner.same_shape(before, {1, 3, 5, 2}, sizes(x, 3));
                  examiner.same_shape(after, {1, 3, 5, 2}, sizes(x, 3));
                  const Array change = after - before;
                  Array want = zeros({1, 3, 5, 2});
                  xt::view(want, xt::all(), xt::all(), 3) = 1;
                  examiner.equal(
                      change, want,
                      {"what changes when 1 is added to word 3, " + sizes(x, 3),
                       split_axes});
                });
  examiner.no_gradient("both work on arrays, and only move numbers");
}
