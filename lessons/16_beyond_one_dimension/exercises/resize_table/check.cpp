#include "course/exercise/exam.h"

namespace {

struct Size {
  std::size_t rows, columns;
  std::size_t patches() const { return rows * columns; }
};

About about(const Size& old, const Size& now) {
  return {fmt::format("from {} rows of {} to {} rows of {}", old.rows,
                      old.columns, now.rows, now.columns),
          {"patch", "dimension"}};
}

// How much old place o counts at a place: a tent over its centre; beyond the
// first and the last centre all is theirs.
double part(double at, std::size_t o, std::size_t old) {
  const auto last = double(old) - 1;
  const double held = at < 0 ? 0 : at > last ? last : at;
  return std::max(0.0, 1 - std::abs(held - double(o)));
}

Array by_hand(const Array& table, const Size& old, const Size& now) {
  Array y = zeros({now.patches(), table.shape(1)});
  const auto centre = [](std::size_t i, std::size_t from, std::size_t to) {
    const double share = (2 * double(i) + 1) / (2 * double(to));
    return share * double(from) - 0.5;
  };
  for (std::size_t n = 0; n < now.patches(); ++n)
    for (std::size_t o = 0; o < old.patches(); ++o)
      for (std::size_t d = 0; d < table.shape(1); ++d)
        y(n, d) += part(centre(n / now.columns, old.rows, now.rows),
                        o / old.columns, old.rows) *
                   part(centre(n % now.columns, old.columns, now.columns),
                        o % old.columns, old.columns) *
                   table(o, d);
  return y;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto resize = [&](const Array& table, const Size& old,
                          const Size& now) {
    return answer.resize_table(table, old.rows, old.columns, now.rows,
                               now.columns);
  };
  const auto compare = [&](const Size& old, const Size& now) {
    const Array table = rng.normal({old.patches(), 3});
    examiner.equal(resize(table, old, now), by_hand(table, old, now),
                   about(old, now));
  };

  examiner.shape("has a row for each new patch", [&] {
    const Array table = rng.normal({12, 5});
    examiner.same_shape(resize(table, {3, 4}, {5, 7}), {35, 5},
                        about({3, 4}, {5, 7}).sizes);
  });
  examiner.values("stretches a table", [&] {
    compare({4, 4}, {6, 6});
    compare({3, 4}, {5, 7});
    compare({2, 3}, {4, 9});
    compare({3, 5}, {4 + rng.below(4), 8 + rng.below(4)});
  });
  examiner.values("shrinks a table", [&] {
    compare({6, 6}, {4, 4});
    compare({7, 5}, {3, 4});
    compare({3, 8}, {6, 5});
  });
  examiner.edge("works for one patch, and for none", [&] {
    compare({1, 1}, {3, 2});
    compare({4, 3}, {1, 1});
    compare({1, 5}, {1, 8});
    compare({5, 1}, {8, 1});
    compare({3, 3}, {0, 4});
  });
  examiner.edge("refuses a table of another size", [&] {
    examiner.throws<ShapeError>(
        [&] {
          answer.resize_table(rng.normal({11, 2}), 3, 4, 6, 6);
        },
        "for a table of 11 rows and a picture of 3 by 4");
    examiner.throws<ShapeError>(
        [&] {
          answer.resize_table(rng.normal({13, 2}), 3, 4, 6, 6);
        },
        "for a table of 13 rows and a picture of 3 by 4");
    examiner.throws<ShapeError>(
        [&] {
          answer.resize_table(zeros({0, 2}), 0, 4, 6, 6);
        },
        "for a picture without a row");
    examiner.throws<ShapeError>(
        [&] {
          answer.resize_table(zeros({0, 2}), 3, 0, 6, 6);
        },
        "for a picture without a column");
  });
  const Array table = rng.stream(101).normal({12, 2});
  const Array other = rng.stream(102).normal({12, 2});
  begins_anew(examiner, resize, {table, {3, 4}, {5, 6}},
              {other, {3, 4}, {5, 6}}, {other, {4, 3}, {2, 2}});
  examiner.property("leaves a table of its own size as it is", [&] {
    const Array same = rng.normal({15, 4});
    examiner.equal(resize(same, {3, 5}, {3, 5}), same, about({3, 5}, {3, 5}));
  });
  examiner.property(
      "gives the new picture upside down for the old one so", [&] {
        const Size old{4, 3}, now{6, 5};
        const Array upright = rng.normal({old.patches(), 2});
        Array turned = zeros(upright.shape());
        for (std::size_t t = 0; t < old.patches(); ++t)
          for (std::size_t d = 0; d < 2; ++d)
            turned(t, d) = upright(old.patches() - 1 - t, d);
        const Array a = resize(upright, old, now);
        const Array b = resize(turned, old, now);
        examiner.same_shape(a, {now.patches(), 2}, about(old, now).sizes);
        examiner.same_shape(b, {now.patches(), 2}, about(old, now).sizes);
        Array back = zeros(b.shape());
        for (std::size_t t = 0; t < now.patches(); ++t)
          for (std::size_t d = 0; d < 2; ++d)
            back(t, d) = b(now.patches() - 1 - t, d);
        examiner.equal(back, a, about(old, now));
      });
  examiner.no_gradient(
      "a table is stretched once, after its training, and nothing is learned "
      "through it");
}
