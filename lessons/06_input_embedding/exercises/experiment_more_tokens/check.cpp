#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

namespace {

// Four groups at the corners of a square, away from 0.
Array in_groups(Rng& rng, std::size_t N, std::size_t D) {
  Array x = rng.normal({N, D});
  for (std::size_t n = 0; n < N; ++n) {
    x(n, D / 2) += n % 2 == 0 ? 12 : -6;
    x(n, D - 1) += n % 4 < 2 ? 6 : -6;
  }
  return x;
}

// Columns that spread differently, away from 0.
Array uneven(Rng& rng, std::size_t N, std::size_t D) {
  Array x = rng.normal({N, D});
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t n = 0; n < N; ++n)
      x(n, j) = (1 + 0.7 * double((3 * j + 1) % D)) * x(n, j) + 2 - double(j);
  return x;
}

// So many rows of 128, as the answer measures them.
std::string measured(const Answer& answer, bool groups) {
  Rng rng(5);
  std::string text;
  for (const std::size_t N : {50, 200, 600}) {
    const Array x = groups ? in_groups(rng, N, 128) : rng.normal({N, 128});
    text += fmt::format("{}{:.3f}", text.empty() ? "" : ", ",
                        answer.share_of_two(x));
  }
  return text;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const std::string& name, const Array& x) {
    examiner.equal(
        answer.share_of_two(x), right_answer().share_of_two(x),
        {fmt::format("{}, {} rows of {}", name, x.shape(0), x.shape(1)),
         {},
         1e-7});
  };

  experiment::guesses_a_share(examiner, answer.my_guess);
  examiner.values("measures noise", [&] {
    compare("noise", rng.normal({30, 12}));
    compare("noise", rng.normal({12 + rng.below(30), 4 + rng.below(8)}));
  });
  examiner.values("measures rows away from 0", [&] {
    compare("noise, moved", rng.normal({20, 5}) + 4 * rng.normal({5}));
    compare("noise, all numbers larger by 9", rng.normal({15, 6}) + 9);
    compare("columns that spread differently", uneven(rng, 14, 6));
  });
  examiner.values("measures rows in groups", [&] {
    compare("four groups", in_groups(rng, 40, 6));
    compare("four groups", in_groups(rng, 16, 9));
  });
  examiner.edge("works where sizes are alike", [&] {
    compare("as many rows as columns", uneven(rng, 6, 6));
    compare("as many rows as columns", rng.normal({3, 3}));
  });
  examiner.edge("works for more columns than rows", [&] {
    compare("more columns than rows", uneven(rng, 5, 11));
    compare("more columns than rows", rng.normal({4, 20}));
  });
  examiner.edge("works for two columns, and for few rows", [&] {
    compare("two columns", rng.normal({6, 2}));
    compare("three rows", rng.normal({3, 5}));
    compare("two rows", rng.normal({2, 4}));
    compare("two rows of two", rng.normal({2, 2}));
  });
  examiner.edge("measures very small and very large numbers", [&] {
    const Array x = uneven(rng, 12, 5);
    compare("numbers of about 1e-7", 1e-7 * x);
    compare("numbers of about 1e6", 1e6 * x);
  });

  examiner.values(
      examiner.tells()
          ? fmt::format("measures {} for 50, 200 and 600 rows of noise, and {} "
                        "for rows in four groups; your guess was {:g}",
                        measured(answer, false), measured(answer, true),
                        answer.my_guess())
          : "measures 50, 200 and 600 rows",
      [&] {
        compare("noise", rng.normal({100, 16}));
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::chance_fades,
      [](Meaning meaning) {
        return meaning == Meaning::words_lose
                   ? "the share of the four groups would have to go down as "
                     "well"
                   : "from 200 to 600 rows the share of noise still goes down "
                     "by a third";
      });
  experiment::shows(
      examiner,
      "how to tell structure from luck: with more words, what chance lengthens "
      "fades towards 2 / 128 = 0.016, and what is there stays. A share alone "
      "says nothing; ask what noise of the same size would get");
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Array first = uneven(rng, 9, 5);
    compare("some rows", first);
    compare("others", uneven(rng, 9, 5));
    compare("more of them", uneven(rng, 17, 7));
    compare("the first ones again", first);
  });
  examiner.no_gradient("an experiment looks at a matrix and changes nothing");
}
