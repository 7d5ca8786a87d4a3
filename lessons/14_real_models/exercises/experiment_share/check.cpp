#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

namespace {

const Sizes small = {50257, 1024, 768, 12}, xl = {50257, 1024, 1600, 48};
const Sizes long_texts = {50257, 131072, 768, 12};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Sizes& s) {
    examiner.equal(
        answer.share_of_positions(s), right_answer().share_of_positions(s),
        {fmt::format("vocab_size = {}, places = {}, D = {}, {} layers",
                     s.vocab_size, s.places, s.d_model, s.num_layers)});
  };

  experiment::guesses(
      examiner, answer.my_guess,
      {"a share in percent, from 0 to 100", 0, 100, "is not from 0 to 100"});
  begins_anew(examiner, answer.share_of_positions, small, xl,
              {{100, 50, 16, 1}});
  examiner.values("measures any sizes", [&] {
    compare({100, 50, 16, 2});
    compare({30000, 512, 768, 24});
    for (int n = 0; n < 4; ++n)
      compare({50 + rng.below(5000), 10 + rng.below(3000), 4 + rng.below(200),
               1 + rng.below(30)});
  });
  examiner.edge("works for no layer, and for one place", [&] {
    compare({100, 50, 16, 0});
    compare({100, 1, 16, 3});
    compare({1, 1, 1, 1});
  });
  examiner.edge("works for very large models", [&] {
    compare({250000, 1000000, 16384, 120});  // no int holds so many numbers
  });

  const auto share = right_answer().share_of_positions;
  examiner.values(
      examiner.passed()
          ? fmt::format(
                "measures {:.2f} % for GPT-2, {:.2f} % for XL, and {:.1f} % "
                "for GPT-2 with 131,072 places; your guess was {:g} %",
                share(small), share(xl), share(long_texts), answer.my_guess())
          : "measures GPT-2 and its brothers",
      [&] {
        compare(small);
        compare(xl);
        compare(long_texts);
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::small_unless_long,
      [](Meaning meaning) {
        return meaning == Meaning::always_small
                   ? "look at the third number: there nearly half of the model "
                     "would be positions"
                   : "look at the first two numbers: of GPT-2 it is less than "
                     "a hundredth, and of XL still less";
      });
  experiment::shows(
      examiner,
      "that a table is cheap at 1,024 places and out of the question at a "
      "hundred thousand: its rows grow with the text, and the rest of the "
      "model does not. Rotary positions and ALiBi learn nothing at any length");
  examiner.no_gradient("an experiment counts numbers and changes nothing");
}
