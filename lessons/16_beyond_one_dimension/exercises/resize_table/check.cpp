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
    examiner.equal(resize(table, old, now),
                   right_answer().resize_table(table, old.rows, old.columns,
                                               now.rows, now.columns),
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
    const auto refuses = [&](std::size_t rows, const Size& old,
                             const char* what) {
      examiner.throws<ShapeError>(
          [&] {
            resize(rng.normal({rows, 2}), old, {6, 6});
          },
          what);
    };
    refuses(11, {3, 4}, "for a table of 11 rows and a picture of 3 by 4");
    refuses(13, {3, 4}, "for a table of 13 rows and a picture of 3 by 4");
    refuses(0, {0, 4}, "for a picture without a row");
    refuses(0, {3, 0}, "for a picture without a column");
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
        const Array a = resize(upright, old, now);
        const Array b = resize(xt::flip(upright, 0), old, now);
        examiner.same_shape(a, {now.patches(), 2}, about(old, now).sizes);
        examiner.same_shape(b, {now.patches(), 2}, about(old, now).sizes);
        examiner.equal(xt::flip(b, 0), a, about(old, now));
      });
  examiner.no_gradient(
      "a table is stretched once, after its training, and nothing is learned "
      "through it");
}
