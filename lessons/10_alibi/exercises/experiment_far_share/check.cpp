#include "common/exercises/experiment.h"
#include "course/exercise/exam.h"

namespace {

Array alibi(double slope, std::size_t N) {
  return -slope * xt::arange<double>(double(N));
}

Array kerple(double p, double a, std::size_t N) {
  return -p * xt::log1p(a * xt::arange<double>(double(N)));
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Array& bias, std::size_t reach,
                           const std::string& name) {
    examiner.equal(
        answer.far_share(bias, reach), right_answer().far_share(bias, reach),
        {fmt::format("{}, N = {}, reach = {}", name, bias.size(), reach)});
  };

  experiment::guesses_a_share(examiner, answer.my_guess);
  examiner.values("measures any biases", [&] {
    for (const std::size_t N : {5, 12, 40})
      compare(2 * rng.normal({N}), 1 + rng.below(N - 2), "random biases");
    compare(alibi(0.5, 10), 3, "ALiBi, slope 1/2");
    compare(kerple(2, 0.5, 30), 8, "KERPLE, p 2, a 1/2");
    compare(alibi(0.1 + rng.uniform(), 12), 2, "ALiBi");
  });
  examiner.edge("works for large biases", [&] {
    const Array some = rng.normal({9});
    compare(some + 1000, 4, "random biases near 1000");
    compare(some - 1000, 4, "random biases near -1000");
    compare(700 * some, 2, "biases of some hundreds");
    compare(Array{-1500, 2, 1, 0.5, -3}, 2, "a first bias of -1500");
  });
  examiner.edge("works for all keys, one key and none", [&] {
    const Array some = rng.normal({6});
    compare(some, 0, "random biases");
    compare(some, 5, "random biases");
    compare(some, 6, "random biases");
    compare(some, 100, "random biases");
    compare(some, std::numeric_limits<std::size_t>::max(), "random biases");
    compare(rng.normal({1}), 0, "one bias");
    compare(rng.normal({1}), 1, "one bias");
  });
  begins_anew(examiner, answer.far_share, {alibi(1, 9), 2}, {alibi(2, 9), 2},
              {alibi(1, 20), 5});

  const auto share = right_answer().far_share;
  static const double line = share(alibi(1.0 / 16, 1024), 64);
  static const double logarithm = share(kerple(1, 1, 1024), 64);
  static const double longer = share(kerple(1, 1, 16384), 64);
  examiner.values(
      examiner.passed()
          ? fmt::format("measures {:.1f} % for ALiBi and {:.1f} % for KERPLE, "
                        "and {:.1f} % for KERPLE in a text of 16,384 tokens; "
                        "your guess was {:.1f} %",
                        100 * line, 100 * logarithm, 100 * longer,
                        100 * answer.my_guess())
          : "measures ALiBi and KERPLE",
      [&] {
        compare(alibi(1.0 / 16, 1024), 64, "ALiBi, slope 1/16");
        compare(kerple(1, 1, 1024), 64, "KERPLE, p 1, a 1");
        compare(kerple(1, 1, 16384), 64, "KERPLE, p 1, a 1");
      });
  experiment::chooses<Meaning>(
      examiner, answer.what_it_means, Meaning::more_stays, [](Meaning meaning) {
        return meaning == Meaning::as_much
                   ? "the penalties agree at 64 tokens, but not beyond; "
                     "compare the two numbers"
                   : "steeper at the start it is, but the share that is asked "
                     "for is larger; compare the two numbers";
      });
  experiment::shows(
      examiner,
      "that it matters how a penalty goes on where training has ended: under "
      "ALiBi's line the weight beyond is the same 1.8 % in a text of any "
      "length, for it falls by a factor a word; under a logarithm with p = 1 "
      "it falls as 1/d, and the longer the text, the more of it lies where no "
      "training went");
  examiner.no_gradient("an experiment measures and changes nothing");
}
