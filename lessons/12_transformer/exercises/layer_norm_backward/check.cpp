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

struct Row {
  double mean = 0, s = 0;
};

Row statistics(const Array& x, std::size_t t, double eps) {
  Row row;
  const auto D = double(x.shape(1));
  for (std::size_t i = 0; i < x.shape(1); ++i) row.mean += x(t, i) / D;
  double variance = 0;
  for (std::size_t i = 0; i < x.shape(1); ++i)
    variance += std::pow(x(t, i) - row.mean, 2) / D;
  row.s = std::sqrt(variance + eps);
  return row;
}

Array normed(const Array& x, double eps) {
  Array n = x;
  for (std::size_t t = 0; t < x.shape(0); ++t) {
    const Row row = statistics(x, t, eps);
    for (std::size_t i = 0; i < x.shape(1); ++i)
      n(t, i) = (x(t, i) - row.mean) / row.s;
  }
  return n;
}

// n_j depends on x_i by itself, by the mean, and by s.
Array want_dx(const Case& c) {
  const Array n = normed(c.x, c.eps);
  const auto D = double(c.x.shape(1));
  Array dx = zeros(c.x.shape());
  for (std::size_t t = 0; t < c.x.shape(0); ++t) {
    const double s = statistics(c.x, t, c.eps).s;
    for (std::size_t i = 0; i < c.x.shape(1); ++i)
      for (std::size_t j = 0; j < c.x.shape(1); ++j) {
        const double by_itself = i == j ? 1 / s : 0;
        const double ds = n(t, i) / D;
        dx(t, i) += c.dy(t, j) * c.weight(j) *
                    (by_itself - 1 / (D * s) - n(t, j) / s * ds);
      }
  }
  return dx;
}

Array want_dweight(const Case& c) {
  const Array n = normed(c.x, c.eps);
  Array d = zeros({c.x.shape(1)});
  for (std::size_t t = 0; t < c.x.shape(0); ++t)
    for (std::size_t i = 0; i < d.size(); ++i) d(i) += c.dy(t, i) * n(t, i);
  return d;
}

Array want_dbias(const Case& c) {
  Array d = zeros({c.x.shape(1)});
  for (std::size_t t = 0; t < c.x.shape(0); ++t)
    for (std::size_t i = 0; i < d.size(); ++i) d(i) += c.dy(t, i);
  return d;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto backward = [&](const Case& c) {
    return answer.layer_norm_backward(c.x, c.weight, c.dy, c.eps);
  };
  const auto dx = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(c).x, want_dx(c),
                   {"dx, " + c.text(), {"row", "column"}, tolerance});
  };
  const auto dweight = [&](const Case& c, double tolerance = 1e-9) {
    examiner.equal(backward(c).weight, want_dweight(c),
                   {"dweight, " + c.text(), {"column"}, tolerance});
  };
  const auto dbias = [&](const Case& c) {
    examiner.equal(backward(c).bias, want_dbias(c),
                   {"dbias, " + c.text(), {"column"}});
  };

  examiner.shape("gives each gradient the shape of its array", [&] {
    const Case c = random_case(rng, 3, 5);
    const NormGradients d = backward(c);
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
    for (const double eps : {0.1, 2.0, 1e-12}) {
      const Case c = random_case(rng, 3, 4, eps);
      dx(c);
      dweight(c);
    }
  });
  examiner.values("works where all sizes are the same", [&] {
    const Case c = random_case(rng, 5, 5);
    dx(c);
    dweight(c);
    dbias(c);
  });
  examiner.edge("works for a single row, and for two columns", [&] {
    dx(random_case(rng, 1, 6));
    dx(random_case(rng, 3, 2, 0.5));
  });
  examiner.edge("is finite where a row is all the same", [&] {
    Case c = random_case(rng, 2, 4, 0.01);
    for (std::size_t i = 0; i < 4; ++i) c.x(0, i) = 3;
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
    const Array d = backward(c).x, n = normed(c.x, c.eps);
    examiner.same_shape(d, c.x.shape(), c.text());
    Array along = zeros({3, 2});
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t i = 0; i < 6; ++i) {
        along(t, 0) += d(t, i);
        along(t, 1) += d(t, i) * n(t, i);
      }
    examiner.equal(along, zeros({3, 2}),
                   {"dx, summed up and times n", {"row", "which"}, 1e-9});
  });
  examiner.gradient("is the slope that differences measure", [&] {
    const Case c = random_case(rng, 3, 5, 0.01);
    const auto y = [&](const Array& x, const Array& weight) -> Array {
      return normed(x, c.eps) * weight;
    };
    const NormGradients d = backward(c);
    examiner.equal(
        d.x,
        exercise::numeric_gradient(
            [&](const Array& x) { return y(x, c.weight); }, c.x, c.dy),
        {"dx, " + c.text(), {"row", "column"}, 1e-6});
    examiner.equal(d.weight,
                   exercise::numeric_gradient(
                       [&](const Array& weight) { return y(c.x, weight); },
                       c.weight, c.dy),
                   {"dweight, " + c.text(), {"column"}, 1e-6});
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one = random_case(rng, 4, 5), two = random_case(rng, 2, 7);
    const Case three = random_case(rng, 4, 5);
    for (const Case* c : {&one, &two, &three, &one}) {
      dx(*c);
      dweight(*c);
      dbias(*c);
    }
  });
}
