#include "common/exercises/experiment.h"
#include "common/exercises/papers_table.h"
#include "course/exercise/exam.h"

namespace {

// Rows of very different lengths.
Array random_table(Rng& rng, std::size_t N, std::size_t D) {
  Array table = rng.normal({N, D});
  for (std::size_t pos = 0; pos < N; ++pos)
    xt::view(table, pos) *= 1 + 3 * double(pos % 3);
  return table;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const std::string& name, const Array& table) {
    examiner.equal(answer.likeness(table), right_answer().likeness(table),
                   {fmt::format("{}, {} positions by {} dimensions", name,
                                table.shape(0), table.shape(1))});
  };
  const auto random = [&](std::size_t N, std::size_t D) {
    compare("a table of random numbers", random_table(rng, N, D));
  };

  experiment::guesses(examiner, answer.my_guess,
                      {"a cosine, from -1 to 1", -1, 1, "is no cosine"});
  examiner.values("measures any table", [&] {
    random(6, 4);
    random(3, 11);
    random(3 + rng.below(9), 2 + rng.below(9));
  });
  examiner.values("measures as many rows as columns, too", [&] {
    random(4, 4);
    random(9, 9);
  });
  examiner.edge("works for two rows, and for one column", [&] {
    random(2, 5);
    random(2, 2);
    Array column = {2, -3, -1, -4};
    column.reshape({4, 1});
    compare("numbers in one column", column);
  });
  examiner.edge("works where rows are the same, or at right angles", [&] {
    compare("rows that are all the same", ones({5, 3}));
    compare("rows at right angles", {{0, 2}, {3, 0}, {0, 1}, {5, 0}});
    compare("rows that point the opposite way", {{1, 2}, {-1, -2}, {2, 4}});
  });
  examiner.edge("works for small numbers, and for large ones", [&] {
    for (const double factor : {1e-7, 1e6}) {
      const Array table = random_table(rng, 6, 5) * factor;
      compare(fmt::format("numbers of the size of {:g}", factor), table);
    }
  });

  const auto right = right_answer().likeness;
  static const double narrow = right(papers_table(100, 8));
  static const double middle = right(papers_table(100, 64));
  static const double wide = right(papers_table(100, 512));
  examiner.values(
      examiner.passed()
          ? fmt::format("measures {:.4f} for 8 dimensions, {:.4f} for 64 and "
                        "{:.4f} for 512; your guess was {:g}",
                        narrow, middle, wide, answer.my_guess())
          : "measures the paper's tables",
      [&] {
        for (const std::size_t D : {8, 64, 512})
          compare("the paper's table", papers_table(100, D));
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::hardly_anything,
      [](Meaning meaning) {
        return meaning == Meaning::ever_more_different
                   ? "a cosine that falls would mean that; look which way it "
                     "goes from 64 to 512 dimensions, and how far"
                   : "compare how far the cosine went from 8 to 64 dimensions "
                     "with how far it went from 64 to 512: does it still move "
                     "much?";
      });
  experiment::shows(
      examiner,
      "that more dimensions put new hands between the old ones: the hands run "
      "over the same range, so the angle between neighbours stays. Only the "
      "length of the rows grows, and all distances with it");
  begins_anew(examiner, answer.likeness, random_table(rng, 5, 4),
              random_table(rng, 5, 4), random_table(rng, 9, 6));
  examiner.no_gradient("an experiment looks at tables and changes nothing");
}
