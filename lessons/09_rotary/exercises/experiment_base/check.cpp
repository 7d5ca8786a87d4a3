#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t K, double base, std::size_t seq_len) {
    examiner.equal(
        answer.hands_that_come_round(K, base, seq_len),
        right_answer().hands_that_come_round(K, base, seq_len),
        {fmt::format("K = {}, base = {:.6g}, seq_len = {}", K, base, seq_len)});
  };

  experiment::guesses(
      examiner, answer.my_guess,
      {"a number of hands, from 0 to 64", 0, 64, "is not from 0 to 64"});
  begins_anew(examiner, answer.hands_that_come_round, {64, 10000, 512},
              {64, 100, 512}, {128, 10000, 4096});
  examiner.values("measures any head, base and length", [&] {
    compare(64, 10000, 512);
    compare(96, 1000000, 3000);
    compare(256, 500, 100);
    for (int n = 0; n < 6; ++n)
      compare(2 * (20 + rng.below(60)), std::pow(10, 2 + 4 * rng.uniform()),
              50 + rng.below(5000));
  });
  examiner.edge("counts from position 0 to the last one", [&] {
    compare(2, 10000, 7);
    compare(2, 10000, 8);
    compare(4, 10000, 629);
    compare(4, 10000, 630);
  });
  examiner.edge("works where no hand comes round, or all do", [&] {
    compare(64, 10000, 1);
    compare(64, 10000, 4);
    compare(64, 10, 1000);
    compare(64, 1, 100);
    compare(64, 10000, 1000000);
  });
  examiner.edge("works for very long texts", [&] {
    compare(128, 1000000, 10000000);
    compare(16, 1e12, 3000000000);  // no int holds so many
  });

  const auto of = right_answer().hands_that_come_round;
  static const double old_one = of(128, 10000, 4096);
  static const double new_one = of(128, 500000, 8192);
  static const double old_base = of(128, 10000, 8192);
  examiner.values(
      examiner.passed()
          ? fmt::format("measures {} for Llama 2, {} for Llama 3, and {} for "
                        "Llama 3 with the old base; your guess was {:g}",
                        old_one, new_one, old_base, answer.my_guess())
          : "measures Llama 2 and Llama 3",
      [&] {
        compare(128, 10000, 4096);
        compare(128, 500000, 8192);
        compare(128, 10000, 8192);
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::fewer_come_round,
      [](Meaning meaning) {
        return meaning == Meaning::more_come_round
                   ? "that is what happens with the old base; with the new one "
                     "it does not"
                   : "as many as before would need a base that just keeps step "
                     "with the length; compare the first two numbers";
      });
  experiment::shows(
      examiner,
      "that the base was raised by far more than the text grew: 29 of the 64 "
      "hands never come round in training, so to each of them no two positions "
      "of a text look alike, and the slowest hardly move, which leaves a match "
      "of content as it is");
  examiner.no_gradient("an experiment counts hands and changes nothing");
}
