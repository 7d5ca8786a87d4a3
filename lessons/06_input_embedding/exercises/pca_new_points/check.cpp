#include "course/exercise/exam.h"

namespace {

// Points away from 0, whose columns spread differently.
Array points(Rng& rng, std::size_t N, std::size_t D) {
  const Array column = xt::arange<double>(D);
  const Array spread = 1 + 0.7 * xt::fmod(3 * column + 1, double(D));
  return spread * rng.normal({N, D}) + 2 - column;
}

// Others, elsewhere and spread otherwise.
Array other_points(Rng& rng, std::size_t M, std::size_t D) {
  return 3 * rng.normal({M, D}) + 2 * rng.normal({D});
}

About about(const Array& x, const Array& others, std::size_t components) {
  return {fmt::format("N = {}, D = {}, M = {}, components = {}", x.shape(0),
                      x.shape(1), others.shape(0), components),
          {"point", "component"},
          1e-7};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare_these = [&](const Array& x, const Array& others,
                                 std::size_t components,
                                 const std::string& note = "") {
    About where = about(x, others, components);
    where.sizes += note;
    examiner.equal(answer.pca_new_points(x, others, components),
                   right_answer().pca_new_points(x, others, components), where);
  };
  const auto compare = [&](std::size_t N, std::size_t D, std::size_t M,
                           std::size_t components) {
    const Array x = points(rng, N, D), others = other_points(rng, M, D);
    compare_these(x, others, components);
  };

  examiner.shape("has a row for each of the others", [&] {
    const Array x = points(rng, 7, 4), others = other_points(rng, 3, 4);
    examiner.same_shape(answer.pca_new_points(x, others, 2), {3, 2},
                        about(x, others, 2).sizes);
  });
  examiner.values("sees others along the directions of x", [&] {
    compare(9, 5, 6, 2);
    compare(12, 6, 20, 4);
    compare(8 + rng.below(8), 4 + rng.below(4), 2 + rng.below(4), 3);
  });
  examiner.edge("works for one point, and for one component", [&] {
    compare(6, 4, 1, 2);
    compare(7, 3, 4, 1);
    compare(5, 1, 3, 1);
  });
  examiner.edge("works for no other points, and no component", [&] {
    compare(6, 4, 0, 2);
    compare(6, 4, 3, 0);
  });
  examiner.edge("works where sizes are alike", [&] {
    compare(5, 5, 5, 3);
    compare(4, 4, 4, 2);
    compare(6, 3, 6, 3);
  });
  examiner.edge("works for more dimensions than points", [&] {
    compare(5, 8, 4, 2);
    compare(4, 7, 9, 3);
  });
  examiner.edge("gives all components, if asked", [&] {
    compare(9, 4, 3, 4);
    compare(5, 5, 7, 4);
    compare(3, 6, 4, 2);
  });
  examiner.edge("works for points very close together", [&] {
    const Array x = points(rng, 7, 3), others = other_points(rng, 4, 3);
    About where = about(x, others, 2);
    where.sizes += ", all a hundred million times as close, compared as large";
    examiner.equal(1e8 * answer.pca_new_points(1e-8 * x, 1e-8 * others, 2),
                   right_answer().pca_new_points(x, others, 2), where);
  });
  examiner.edge("refuses more components than min(N - 1, D)", [&] {
    for (const auto& [N, D, components] : {std::array<std::size_t, 3>{6, 3, 4},
                                           {3, 6, 4},
                                           {3, 6, 3},
                                           {4, 4, 4},
                                           {1, 5, 1},
                                           {0, 5, 1},
                                           {6, 3, 9}}) {
      const Array x = points(rng, N, D), others = other_points(rng, 9, D);
      examiner.throws<ValueError>(
          [&, c = components] { answer.pca_new_points(x, others, c); },
          "for " + about(x, others, components).sizes);
    }
  });
  examiner.property("puts x itself where its picture has it", [&] {
    const Array x = points(rng, 8, 4);
    compare_these(x, x, 3, ", the others are x itself");
    const Array y = answer.pca_new_points(x, x, 3);
    examiner.same_shape(y, {8, 3}, about(x, x, 3).sizes);
    for (std::size_t k = 0; k < 3; ++k) {
      const Array column = xt::col(y, k);
      const double farthest = column(xt::argmax(xt::abs(column))());
      examiner.holds(farthest > 0,
                     fmt::format("the number farthest from 0 in column {} is "
                                 "{:.6g}; it should be positive",
                                 k, farthest));
    }
  });
  examiner.property("puts the mean of x at 0", [&] {
    const Array x = points(rng, 7, 3);
    const Array mean = xt::mean(x, {0}, xt::keep_dims);
    compare_these(x, mean, 2, ", the mean of x as the only other point");
  });
  examiner.property("looks at each of the others by itself", [&] {
    const Array x = points(rng, 9, 4), others = other_points(rng, 6, 4);
    const Array all = answer.pca_new_points(x, others, 2);
    examiner.same_shape(all, {6, 2}, about(x, others, 2).sizes);
    for (const std::size_t n : {0, 4}) {
      const Array one = xt::view(others, xt::range(n, n + 1));
      examiner.equal(
          answer.pca_new_points(x, one, 2),
          Array(xt::view(all, xt::range(n, n + 1))),
          {fmt::format("point {} alone, against the same among six", n),
           {"point", "component"},
           1e-7});
    }
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    compare(8, 4, 5, 2);
    compare(6, 3, 4, 2);
    compare(8, 4, 5, 2);
    const Array x = points(rng, 8, 4);
    compare_these(x, other_points(rng, 5, 4), 3);
    compare_these(x, other_points(rng, 5, 4), 2);
  });
  examiner.no_gradient("a picture is looked at, not trained");
}
