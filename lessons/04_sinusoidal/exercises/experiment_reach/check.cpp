#include "common/exercises/experiment.h"
#include "common/exercises/papers_table.h"
#include "course/exercise/exam.h"

namespace {

// Random rows near 0, but for two of them.
Array with_outliers(Rng& rng, std::size_t N, std::size_t D, std::size_t p,
                    std::size_t q) {
  Array table = 0.1 * rng.normal({N, D});
  xt::view(table, p) = 3 * rng.normal({D}) + 5;
  xt::view(table, q) = 3 * rng.normal({D}) - 5;
  return table;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const std::string& name, const Array& table) {
    examiner.equal(answer.farthest(table), right_answer().farthest(table),
                   {fmt::format("{}, {} positions by {} dimensions", name,
                                table.shape(0), table.shape(1))});
  };
  const auto far_apart = [&](std::size_t N, std::size_t D, std::size_t p,
                             std::size_t q) {
    compare(fmt::format("rows {} and {} are far apart", p, q),
            with_outliers(rng, N, D, p, q));
  };

  experiment::guesses(
      examiner, answer.my_guess,
      {"a distance, from 0 to 12", 0, 12, "is not from 0 to 12"});
  examiner.values("measures any table", [&] {
    compare("random numbers", rng.normal({6, 4}));
    compare("random numbers", rng.normal({3, 11}));
    compare("random numbers", rng.normal({3 + rng.below(9), 2 + rng.below(9)}));
  });
  examiner.values("measures as many rows as columns, too", [&] {
    compare("random numbers", rng.normal({4, 4}));
    compare("random numbers", rng.normal({9, 9}));
  });
  examiner.values("finds the two wherever they stand", [&] {
    far_apart(8, 3, 2, 5);
    far_apart(8, 3, 7, 1);
    far_apart(9, 3, 3, 4);
    far_apart(9, 5, 0, 8);
    far_apart(70, 3, 2, 66);
    far_apart(131, 2, 128, 5);
    far_apart(90, 4, 71, 87);
  });
  examiner.edge("works for two rows, and for one column", [&] {
    compare("random numbers", rng.normal({2, 5}));
    compare("random numbers", rng.normal({2, 2}));
    compare("a column", xt::expand_dims(Array{4, -1, 2, 3}, 1));
    compare("a column that falls", xt::expand_dims(Array{-1, -4, -6}, 1));
  });
  examiner.edge("works where all rows are the same", [&] {
    compare("ones", ones({5, 3}));
    compare("zeros", zeros({4, 4}));
  });
  examiner.edge("works for small numbers, and for large ones", [&] {
    for (const double factor : {1e-7, 1e6}) {
      const Array table = with_outliers(rng, 6, 5, 1, 4);
      const Array scaled = table * factor;
      examiner.equal(
          answer.farthest(scaled) / factor, right_answer().farthest(table),
          {fmt::format("numbers of the size of {:g}, in units of that size",
                       factor)});
    }
  });

  const auto of = right_answer().farthest;
  static const double few = of(papers_table(10, 64));
  static const double some = of(papers_table(40, 64));
  static const double many = of(papers_table(160, 64));
  examiner.values(
      examiner.passed()
          ? fmt::format("measures {:.2f} for 10 words, {:.2f} for 40 and "
                        "{:.2f} for 160; the squares are {:.1f}, {:.1f} and "
                        "{:.1f}. Your guess was {:g}",
                        few, some, many, few * few, some * some, many * many,
                        answer.my_guess())
          : "measures the paper's tables",
      [&] {
        for (const std::size_t N : {10, 40, 160})
          compare("the paper's table", papers_table(N, 64));
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::by_the_same_step,
      [](Meaning meaning) {
        return meaning == Meaning::in_proportion
                   ? "160 words would then be sixteen times as far apart as 10"
                   : "the numbers are bounded, but there are 64 of them, and "
                     "the distance does grow; look at the squares";
      });
  experiment::shows(
      examiner,
      "that distance grows with the logarithm of the length: hands are spaced "
      "by factors, so each fourfold of the text sets equally many more of them "
      "going, and each adds its share to the square");
  const Array one = rng.normal({5, 4});
  const Array other = Array(0.1 * rng.normal({5, 4}));
  const Array larger = rng.normal({9, 6});
  begins_anew(examiner, answer.farthest, one, other, larger);
  examiner.no_gradient("an experiment looks at tables and changes nothing");
}
