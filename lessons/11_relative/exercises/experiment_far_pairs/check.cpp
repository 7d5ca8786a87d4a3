#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](std::size_t seq_len, std::size_t distance) {
    examiner.equal(
        answer.share_of_far_pairs(seq_len, distance),
        right_answer().share_of_far_pairs(seq_len, distance),
        {fmt::format("seq_len = {}, distance = {}", seq_len, distance)});
  };

  experiment::guesses_a_share(examiner, answer.my_guess);
  begins_anew(examiner, answer.share_of_far_pairs, {40, 7}, {40, 19}, {90, 7});
  examiner.values("measures any length and distance", [&] {
    compare(10, 3);
    compare(25, 20);
    compare(64, 9);
    for (int n = 0; n < 4; ++n) {
      const std::size_t seq_len = 20 + rng.below(80);
      compare(seq_len, 2 + rng.below(seq_len - 3));
    }
  });
  examiner.edge("counts every pair from the distance 0 on", [&] {
    compare(6, 0);
    compare(6, 1);
    compare(30, 0);
  });
  examiner.edge("finds none beyond the ends of the text", [&] {
    compare(6, 5);
    compare(6, 6);
    compare(6, 100);
    compare(6, std::numeric_limits<std::size_t>::max());
  });
  examiner.edge("works for one word, and for two", [&] {
    compare(1, 0);
    compare(1, 1);
    compare(2, 1);
  });

  static const double of_t5 = right_answer().share_of_far_pairs(512, 91);
  static const double longer = right_answer().share_of_far_pairs(2048, 91);
  examiner.values(examiner.passed()
                      ? fmt::format("measures {:.3f} in 512 tokens, and {:.3f} "
                                    "in 2048; your guess was {:g}",
                                    of_t5, longer, answer.my_guess())
                      : "measures the texts of T5",
                  [&] {
                    compare(512, 91);
                    compare(2048, 91);
                  });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::most_share_two,
      [](Meaning meaning) {
        return meaning == Meaning::half_of_them
                   ? "half of the pairs would be a share of 0.5; look again"
                   : "then the share of the far pairs would be below one half; "
                     "look again";
      });
  experiment::shows(
      examiner,
      "that two of the 32 numbers serve two thirds of all pairs, and the "
      "others the rest: near a word T5 looks closely, and of what is far it "
      "knows the side. Those two are also the numbers that training sees most "
      "often, so in longer texts they are ready");
  examiner.no_gradient("an experiment counts pairs and changes nothing");
}
