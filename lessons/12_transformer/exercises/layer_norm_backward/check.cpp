#include "course/exercise/exam.h"

namespace {

struct Case {
  Array x, weight, dy;
  double eps;

  std::string text() const {
    return fmt::format("T = {}, D = {}, eps = {:g}", x.shape(0), x.shape(1),
                       eps);
  }
};

Case random_case(Rng& rng, std::size_t T, std::size_t D, double eps = 1e-5) {
  return {rng.normal({T, D}, 1, 2), rng.normal({D}, 1), rng.normal({T, D}),
          eps};
}

// The check's own, as finite differences are taken of it.
Array normed(const Array& x, double eps) {
  const Array mean = xt::mean(x, {1}, xt::keep_dims);
  const Array variance = xt::mean(xt::square(x - mean), {1}, xt::keep_dims);
  return (x - mean) / xt::sqrt(variance + eps);
}

NormGradients backward(const Answer& answer, const Case& c) {
  return answer.layer_norm_backward(c.x, c.weight, c.dy, c.eps);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto dx = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(answer, c).x, backward(right_answer(), c).x,
                   {"dx, " + c.text(), {"row", "column"}, tolerance});
  };
  const auto dweight = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(answer, c).weight,
                   backward(right_answer(), c).weight,
                   {"dweight, " + c.text(), {"column"}, tolerance});
  };
  const auto dbias = [&](const Case& c) {
    examiner.equal(backward(answer, c).bias, backward(right_answer(), c).bias,
                   {"dbias, " + c.text(), {"column"}});
  };
  const auto all = [&](const Case& c) {
    dx(c);
    dweight(c);
    dbias(c);
  };

  examiner.shape("gives each gradient the shape of its array", [&] {
    const Case c = random_case(rng, 3, 5);
    const NormGradients d = backward(answer, c);
    examiner.same_shape(d.x, {3, 5}, "dx, " + c.text());
    examiner.same_shape(d.weight, {5}, "dweight, " + c.text());
    examiner.same_shape(d.bias, {5}, "dbias, " + c.text());
  });
  examiner.values("adds dy up to dbias", [&] {
    dbias(random_case(rng, 4, 5));
    dbias(random_case(rng, 1, 3));
  });
  examiner.values("adds dy times the normalised x up to dweight", [&] {
    dweight(random_case(rng, 4, 5));
    dweight(random_case(rng, 2 + rng.below(4), 4));
  });
  examiner.values("leads back to x", [&] {
    dx(random_case(rng, 4, 5));
    dx(random_case(rng, 2 + rng.below(4), 2 + rng.below(6)));
  });
  examiner.values("knows eps", [&] {
    for (const double eps : {0.1, 2.0, 1e-12}) all(random_case(rng, 3, 4, eps));
  });
  examiner.values("works where all sizes are the same",
                  [&] { all(random_case(rng, 5, 5)); });
  examiner.edge("works for a single row, and for two columns", [&] {
    dx(random_case(rng, 1, 6));
    dx(random_case(rng, 3, 2, 0.5));
  });
  examiner.edge("is finite where a row is all the same", [&] {
    Case c = random_case(rng, 2, 4, 0.01);
    xt::view(c.x, 0) = 3;
    dx(c);
  });
  examiner.edge("gives a single column nothing",
                [&] { dx(random_case(rng, 3, 1, 0.1)); });
  examiner.edge("is exact for numbers far from 0", [&] {
    Case c = random_case(rng, 3, 6);
    c.x += 1e7;
    dx(c, 1e-6);
    dweight(c, 1e-6);
  });
  examiner.property("has no gradient for moving or stretching a row", [&] {
    const Case c = random_case(rng, 3, 6, 1e-14);
    const Array d = backward(answer, c).x, n = normed(c.x, c.eps);
    examiner.same_shape(d, c.x.shape(), c.text());
    const Array sums = xt::sum(d, {1}), products = xt::sum(d * n, {1});
    const Array along = xt::stack(xt::xtuple(sums, products), 1);
    examiner.equal(along, zeros({3, 2}),
                   {"dx, summed up and times n", {"row", "which"}, 1e-9});
  });
  examiner.gradient("is the slope that differences measure", [&] {
    const Case c = random_case(rng, 3, 5, 0.01);
    const NormGradients d = backward(answer, c);
    const Array of_x = exercise::numeric_gradient(
        [&](const Array& x) { return normed(x, c.eps) * c.weight; }, c.x, c.dy);
    const Array of_weight = exercise::numeric_gradient(
        [&](const Array& weight) { return normed(c.x, c.eps) * weight; },
        c.weight, c.dy);
    examiner.equal(d.x, of_x, {"dx, " + c.text(), {"row", "column"}, 1e-6});
    examiner.equal(d.weight, of_weight,
                   {"dweight, " + c.text(), {"column"}, 1e-6});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one = random_case(rng, 4, 5), two = random_case(rng, 2, 7);
    const Case three = random_case(rng, 4, 5);
    for (const Case* c : {&one, &two, &three, &one}) all(*c);
  });
}
