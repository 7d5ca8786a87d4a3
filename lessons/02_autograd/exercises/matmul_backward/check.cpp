#include <array>

#include "course/exercise/exam.h"

namespace {

struct Case {
  Array a, b, dy;
  std::string sizes;
};

Case random_case(Rng& rng, std::size_t m, std::size_t k, std::size_t n) {
  return {rng.normal({m, k}), rng.normal({k, n}), rng.normal({m, n}),
          fmt::format("m = {}, k = {}, n = {}", m, k, n)};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Case& c, const MatmulGradients& want,
                           double tolerance = 1e-12) {
    const MatmulGradients got = answer.matmul_backward(c.a, c.b, c.dy);
    examiner.equal(got.da, want.da,
                   {"da, " + c.sizes, {"row", "column"}, tolerance});
    examiner.equal(got.db, want.db,
                   {"db, " + c.sizes, {"row", "column"}, tolerance});
  };
  const auto wanted = [](const Case& c) {
    return right_answer().matmul_backward(c.a, c.b, c.dy);
  };
  const auto compare_sizes = [&](std::size_t m, std::size_t k, std::size_t n) {
    const Case c = random_case(rng, m, k, n);
    compare(c, wanted(c));
  };

  examiner.shape("gives each gradient the shape of its factor", [&] {
    const Case c = random_case(rng, 2, 3, 4);
    const MatmulGradients got = answer.matmul_backward(c.a, c.b, c.dy);
    examiner.same_shape(got.da, {2, 3}, "da, " + c.sizes);
    examiner.same_shape(got.db, {3, 4}, "db, " + c.sizes);
  });
  examiner.values("has the gradients of square matrices",
                  [&] { compare_sizes(3, 3, 3); });
  examiner.values("has the gradients of any other", [&] {
    compare_sizes(2, 3, 4);
    compare_sizes(3, 3, 4);  // two sizes alike
    compare_sizes(3, 4, 3);
    compare_sizes(4, 3, 3);
    compare_sizes(4, 2, 3);
    compare_sizes(17, 33, 20);
    compare_sizes(2 + rng.below(3), 5 + rng.below(3), 8 + rng.below(3));
  });
  examiner.edge("works for large gradients and for small ones", [&] {
    for (const double factor : {1e6, 1e-6}) {
      Case c = random_case(rng, 3, 4, 2);
      c.a *= factor;
      c.dy /= factor;
      c.sizes += fmt::format(", a times {0:g}, dy over {0:g}", factor);
      compare(c, wanted(c));
    }
    const Case c = random_case(rng, 3, 4, 2);
    const Array tiny = 1e-12 * c.dy;
    const MatmulGradients got = answer.matmul_backward(c.a, c.b, tiny);
    const MatmulGradients want = wanted(c);
    examiner.equal(Array(1e12 * got.da), want.da,
                   {"da times 1e12, for a dy near 1e-12", {"row", "column"}});
    examiner.equal(Array(1e12 * got.db), want.db,
                   {"db times 1e12, for a dy near 1e-12", {"row", "column"}});
  });
  examiner.edge("works where a size is 1", [&] {
    compare_sizes(1, 3, 2);
    compare_sizes(3, 1, 2);
    compare_sizes(3, 2, 1);
    compare_sizes(1, 1, 1);
  });
  examiner.property("gives <da, a> = <db, b> = <dy, y>", [&] {
    const Case c = random_case(rng, 3, 5, 2);
    const MatmulGradients got = answer.matmul_backward(c.a, c.b, c.dy);
    examiner.same_shape(got.da, {3, 5}, "da, " + c.sizes);
    examiner.same_shape(got.db, {5, 2}, "db, " + c.sizes);
    const Array y = xt::linalg::dot(c.a, c.b);
    const double want = xt::sum(c.dy * y)();
    examiner.equal(xt::sum(got.da * c.a)(), want,
                   {"the sum of da times a, against that of dy times y"});
    examiner.equal(xt::sum(got.db * c.b)(), want,
                   {"the sum of db times b, against that of dy times y"});
  });
  examiner.gradient("has the slopes that finite differences measure", [&] {
    const Case c = random_case(rng, 2, 4, 3);
    const auto along_a = [&](const Array& a) -> Array {
      return xt::linalg::dot(a, c.b);
    };
    const auto along_b = [&](const Array& b) -> Array {
      return xt::linalg::dot(c.a, b);
    };
    compare(c,
            {exercise::numeric_gradient(along_a, c.a, c.dy),
             exercise::numeric_gradient(along_b, c.b, c.dy)},
            1e-6);
  });
  examiner.if_right_so_far(Kind::property, "begins anew with each call", [&] {
    const Case c = random_case(rng, 2, 4, 3);
    const MatmulGradients once = answer.matmul_backward(c.a, c.b, c.dy);
    const auto same_again = [&] {
      const MatmulGradients again = answer.matmul_backward(c.a, c.b, c.dy);
      const char* const kept =
          "in a later call with the same numbers, against the first: is "
          "something kept from call to call?";
      examiner.equal(again.da, once.da, {fmt::format("da {}", kept)});
      examiner.equal(again.db, once.db, {fmt::format("db {}", kept)});
    };
    same_again();
    for (const auto& [m, k, n] :
         {std::array<std::size_t, 3>{2, 4, 3}, {3, 2, 4}}) {
      const Case other = random_case(rng, m, k, n);
      answer.matmul_backward(other.a, other.b, other.dy);
      same_again();
    }
  });
}
