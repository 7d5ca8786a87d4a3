#include "common/exercises/experiment.h"
#include "common/exercises/papers_table.h"
#include "course/exercise/exam.h"

namespace {

// Some columns stand still at some height, some make one short jump, others
// drift by little steps, and some swing about without getting anywhere.
Array columns_of_all_kinds(Rng& rng, std::size_t N, std::size_t D) {
  Array table = zeros({N, D});
  for (std::size_t j = 0; j < D; ++j) {
    const double height = 4 * rng.uniform() - 2;
    const double size = 0.3 * rng.uniform();
    const std::size_t jump = rng.below(std::uint32_t(N));
    const std::size_t kind = rng.below(4);
    for (std::size_t t = 0; t < N; ++t) {
      const double of_all = double(t) / double(std::max<std::size_t>(N - 1, 1));
      double way = 0;
      if (kind == 1) way = t == jump ? 1 : 0;
      if (kind == 2) way = -of_all;
      if (kind == 3) way = 0.5 * std::sin(6.2831853 * of_all);
      table(t, j) = height + size * way;
    }
  }
  return table;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const std::string& name, const Array& table) {
    examiner.equal(answer.moving_share(table),
                   right_answer().moving_share(table),
                   {fmt::format("{}, {} positions by {} dimensions", name,
                                table.shape(0), table.shape(1))});
  };
  const auto random = [&](std::size_t N, std::size_t D) {
    compare("columns of all kinds", columns_of_all_kinds(rng, N, D));
  };
  // One column of these numbers beside two that stand still.
  const auto column = [&](const std::string& name, const Array& numbers) {
    Array table = zeros({numbers.size(), 3});
    xt::view(table, xt::all(), 1) = numbers;
    compare(name, table);
  };

  experiment::guesses_a_share(examiner, answer.my_guess);
  examiner.values("measures any table", [&] {
    for (int n = 0; n < 4; ++n) random(7, 60 + n);
    random(3 + rng.below(9), 40 + rng.below(9));
  });
  examiner.values("measures as many rows as columns, too", [&] {
    random(30, 30);
    random(4, 4);
  });
  examiner.values("sees every way of moving", [&] {
    column("a column that jumps and comes back", {0, 0, 0.5, 0, 0});
    column("a column that moves between its ends only", {0, 0.09, -0.09, 0});
    column("a column of small steps", {0, 0.04, 0.08, 0.12});
    column("a column that falls", {0.5, 0.3, 0.1});
    column("a column that stands still far from 0", {7, 7, 7.05, 7});
    column("a column of negative numbers", {-5, -5, -5.2});
    column("a column very far from 0", {1e6, 1e6 + 0.097});
    column("a column that moves by 0.1", {0, 0.1, 0});
    column("a column that moves by less than 0.1", {0.3, 0.3999, 0.3});
    column("a column that moves by a little more", {0.3, 0.4001, 0.3});
  });
  examiner.edge("works for one column, and for one position", [&] {
    Array rising = {1, 2, 3};
    compare("a column", rising.reshape({3, 1}));
    compare("a column that stands still", ones({3, 1}));
    compare("one position", rng.normal({1, 6}));
    compare("one number", ones({1, 1}));
  });
  examiner.edge("works if none moves, and if all do", [&] {
    compare("zeros", zeros({5, 6}));
    compare("small numbers", 1e-3 * rng.normal({5, 6}));
    Array table = rng.normal({2, 6});
    xt::view(table, 1) = xt::view(table, 0) + 1;
    compare("columns that all move", table);
  });

  static const std::vector<Array> tables = {
      papers_table(10, 512), papers_table(100, 512), papers_table(1000, 512)};
  const auto share = right_answer().moving_share;
  examiner.values(
      examiner.passed()
          ? fmt::format("measures {:.3f} for 10 words, {:.3f} for 100 and "
                        "{:.3f} for 1000; your guess was {:g}",
                        share(tables[0]), share(tables[1]), share(tables[2]),
                        answer.my_guess())
          : "measures the paper's tables",
      [&] {
        for (const Array& table : tables) compare("the paper's table", table);
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::step_by_step,
      [](Meaning meaning) {
        return meaning == Meaning::all_the_time
                   ? "a share that is the same at every length would mean that"
                   : "a share that is ten times as large for ten times as many "
                     "words would mean that; take the difference of each two "
                     "instead";
      });
  experiment::shows(
      examiner,
      "that a third of the table stands still while 100 words go by: 10000 is "
      "ten to the fourth, so each tenfold of the text sets a quarter of the "
      "hands going, and the slowest are for texts of thousands of words");
  const Array one = columns_of_all_kinds(rng, 6, 31);
  const Array other = Array(1e-3 * columns_of_all_kinds(rng, 6, 31));
  const Array larger = columns_of_all_kinds(rng, 9, 44);
  begins_anew(examiner, answer.moving_share, one, other, larger);
  examiner.no_gradient("an experiment looks at a table and changes nothing");
}
