#include "course/exercise/exam.h"

namespace {

const std::vector<std::string> axes = {"sentence", "head", "word", "column"};

std::string sizes(const Array& x, std::size_t num_heads) {
  return fmt::format("x {}, num_heads = {}", to_string(x.shape()), num_heads);
}

struct Sizes {
  std::size_t B, T, H, K;
  Shape x() const { return {B, T, 3 * H * K}; }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto split = [&](const Sizes& n, const std::string& what = "") {
    const Array x = rng.normal(n.x());
    const QueriesKeysValues got = answer.split_qkv(x, n.H);
    const QueriesKeysValues want = right_answer().split_qkv(x, n.H);
    const std::string where = sizes(x, n.H) + what;
    examiner.equal(got.q, want.q, {"the queries; " + where, axes});
    examiner.equal(got.k, want.k, {"the keys; " + where, axes});
    examiner.equal(got.v, want.v, {"the values; " + where, axes});
  };
  const auto backward = [&](const Sizes& n, const std::string& what = "") {
    const Array dx = rng.normal(n.x());
    examiner.equal(
        answer.split_qkv_backward(right_answer().split_qkv(dx, n.H)), dx,
        {fmt::format("split_qkv_backward, B = {}, H = {}, T = {}, K = {}{}",
                     n.B, n.H, n.T, n.K, what),
         {"sentence", "word", "column"}});
  };

  examiner.shape("splits into three times (B, H, T, K)", [&] {
    const Array x = rng.normal({2, 5, 36});
    const QueriesKeysValues got = answer.split_qkv(x, 3);
    for (const Array* part : {&got.q, &got.k, &got.v})
      examiner.same_shape(*part, {2, 3, 5, 4}, sizes(x, 3));
  });
  examiner.shape("puts the gradients together to (B, T, 3 D)", [&] {
    const Array d = rng.normal({2, 3, 5, 4});
    examiner.same_shape(answer.split_qkv_backward({d, d, d}), {2, 5, 36},
                        "gradients (2, 3, 5, 4)");
  });
  examiner.values("gives each head its own columns of each word", [&] {
    split({2, 5, 3, 4});
    split({2, 3 + rng.below(5), 2 + rng.below(3), 5});
  });
  examiner.values("puts each gradient back where it came from", [&] {
    backward({2, 5, 3, 4});
    backward({2, 3 + rng.below(5), 2 + rng.below(3), 5});
  });
  const std::vector<Sizes> alike = {
      {3, 3, 3, 3}, {4, 2, 2, 4}, {2, 4, 4, 3}, {3, 5, 2, 5}};
  examiner.values("splits where sizes are the same", [&] {
    for (const Sizes& n : alike) split(n);
  });
  examiner.values("goes back where sizes are the same", [&] {
    for (const Sizes& n : alike) backward(n);
  });
  const std::vector<Sizes> single = {
      {1, 4, 2, 3}, {2, 1, 2, 3}, {2, 4, 1, 3}, {2, 4, 3, 1}};
  examiner.edge("splits one sentence, word, head or column", [&] {
    for (const Sizes& n : single) split(n);
  });
  examiner.edge("goes back for one sentence, word, head or column", [&] {
    for (const Sizes& n : single) backward(n);
  });
  examiner.edge("works for no sentence and for no word", [&] {
    split({0, 3, 2, 4});
    split({2, 0, 2, 4});
    backward({0, 3, 2, 4});
    backward({2, 0, 2, 4});
  });
  examiner.edge("works for a larger batch of longer sentences", [&] {
    split({3, 20, 5, 16});
    backward({3, 20, 5, 16});
  });
  examiner.edge("refuses a number of heads that does not fit", [&] {
    const Array x = rng.normal({2, 3, 12});
    for (const std::size_t num_heads : {3, 0, 12, 5})
      examiner.throws<ValueError>([&] { answer.split_qkv(x, num_heads); },
                                  "for " + sizes(x, num_heads));
  });
  examiner.property("changes one word in each head when one word changes", [&] {
    const Array x = rng.normal({2, 5, 18});
    Array other = x;
    xt::view(other, 1, 3) += 1;
    const Array before = answer.split_qkv(x, 3).k;
    const Array after = answer.split_qkv(other, 3).k;
    examiner.same_shape(before, {2, 3, 5, 2}, sizes(x, 3));
    examiner.same_shape(after, {2, 3, 5, 2}, sizes(x, 3));
    Array want = zeros({2, 3, 5, 2});
    xt::view(want, 1, xt::all(), 3) = 1;
    examiner.equal(
        after - before, want,
        {"by how much the keys change when 1 is added to word 3 of sentence 1",
         axes});
  });
  examiner.property("answers the same however often it is asked", [&] {
    for (const Sizes& n : {Sizes{2, 3, 2, 4}, Sizes{1, 5, 3, 2},
                           Sizes{2, 3, 4, 2}, Sizes{2, 3, 2, 4}}) {
      split(n, ", one call of several");
      backward(n, ", one call of several");
    }
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Sizes n{2, 3, 2, 2};
    const QueriesKeysValues d{rng.normal({2, 2, 3, 2}),
                              rng.normal({2, 2, 3, 2}),
                              rng.normal({2, 2, 3, 2})};
    const auto through = [&](const Array& x) -> Array {
      const QueriesKeysValues y = right_answer().split_qkv(x, 2);
      return y.q * d.q + y.k * d.k + y.v * d.v;
    };
    const Array want = exercise::numeric_gradient(through, rng.normal(n.x()),
                                                  ones({2, 2, 3, 2}));
    examiner.equal(
        answer.split_qkv_backward(d), want,
        {"split_qkv_backward", {"sentence", "word", "column"}, 1e-6});
  });
}
