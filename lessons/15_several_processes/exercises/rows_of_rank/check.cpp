#include "course/exercise/exam.h"

namespace {

About about(std::size_t count, std::size_t size) {
  return {fmt::format("count = {}, size = {}", count, size),
          {"rank", "begin and end"}};
}

Array of_all(const Answer& answer, std::size_t count, std::size_t size) {
  Array rows = zeros({size, 2});
  for (std::size_t rank = 0; rank < size; ++rank) {
    const Rows mine = answer.rows_of_rank(count, rank, size);
    rows(rank, 0) = double(mine.begin);
    rows(rank, 1) = double(mine.end);
  }
  return rows;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t count, std::size_t size) {
    examiner.equal(of_all(answer, count, size),
                   of_all(right_answer(), count, size), about(count, size));
  };

  examiner.shape("gives rows that end where they begin or later", [&] {
    for (const std::size_t size : {1, 3, 4, 7}) {
      const Array rows = of_all(answer, 10, size);
      for (std::size_t rank = 0; rank < size; ++rank)
        examiner.holds(
            rows(rank, 0) <= rows(rank, 1),
            fmt::format("rank {} of {} with {} rows: from {} to {}", rank, size,
                        10, rows(rank, 0), rows(rank, 1)));
    }
  });
  examiner.values("divides what can be divided evenly", [&] {
    compare(12, 4);
    compare(6 * (2 + rng.below(4)), 6);
  });
  examiner.values("gives the first ranks one more", [&] {
    compare(10, 4);
    compare(11, 3);
    compare(31, 8);
    compare(20 + rng.below(20), 7);
  });
  examiner.edge("works for one rank, and for one row", [&] {
    compare(9, 1);
    compare(1, 1);
    compare(1, 3);
  });
  examiner.edge("works with more ranks than rows", [&] {
    compare(3, 5);
    compare(2, 9);
  });
  examiner.edge("works with no rows", [&] { compare(0, 3); });
  examiner.edge("refuses a rank that there is not", [&] {
    examiner.throws<ValueError>([&] { answer.rows_of_rank(10, 4, 4); },
                                "for rank = 4, size = 4");
    examiner.throws<ValueError>([&] { answer.rows_of_rank(10, 7, 4); },
                                "for rank = 7, size = 4");
    examiner.throws<ValueError>([&] { answer.rows_of_rank(10, 0, 0); },
                                "for size = 0");
  });
  examiner.property("leaves no row out and gives none twice", [&] {
    for (int i = 0; i < 5; ++i) {
      const std::size_t count = rng.below(40), size = 1 + rng.below(9);
      const Array rows = of_all(answer, count, size);
      Array times = zeros({count});
      for (std::size_t rank = 0; rank < size; ++rank)
        for (std::size_t row = 0; row < count; ++row)
          if (rows(rank, 0) <= double(row) && double(row) < rows(rank, 1))
            times(row) += 1;
      examiner.equal(
          times, ones({count}),
          {"how many ranks have a row, " + about(count, size).sizes, {"row"}});
    }
  });
  examiner.no_gradient("rows are whole numbers");
}
