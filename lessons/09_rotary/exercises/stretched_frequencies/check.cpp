#include "course/exercise/exam.h"

namespace {

std::string sizes(std::size_t K, const Stretch& how) {
  return fmt::format(
      "K = {}, base = {:.6g}, factor = {:.6g}, trained = {:.6g}, turns from "
      "{:.6g} to {:.6g}",
      K, how.base, how.factor, how.trained, how.slow_turns, how.fast_turns);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  struct Function {
    const char* name;
    decltype(Answer::interpolated) yours, right;
  };
  const Answer& right = right_answer();
  const Function interpolated = {"interpolated", answer.interpolated,
                                 right.interpolated};
  const Function ntk_aware = {"ntk_aware", answer.ntk_aware, right.ntk_aware};
  const Function by_parts = {"by_parts", answer.by_parts, right.by_parts};
  // Frequencies times 1 / the wanted ones: each hand counts alike.
  const auto compare = [&](const Function& f, std::size_t K,
                           const Stretch& how) {
    const Array got = f.yours(K, how), want = f.right(K, how);
    examiner.same_shape(got, want.shape(), sizes(K, how));
    examiner.equal(Array(got / want), Array(xt::ones_like(want)),
                   {fmt::format("{}, in units of the right frequency; {}",
                                f.name, sizes(K, how)),
                    {"hand"}});
  };
  const auto random = [&] {
    return Stretch{std::pow(10, 2 + 4 * rng.uniform()), 2 + 6 * rng.uniform(),
                   std::pow(10, 2 + 2 * rng.uniform()), 1 + rng.uniform(),
                   4 + 30 * rng.uniform()};
  };
  const auto all = {&interpolated, &ntk_aware, &by_parts};

  examiner.shape("has a number for each pair", [&] {
    for (const Function* f : all)
      examiner.same_shape(f->yours(8, {10000, 4, 512, 1, 4}), {4},
                          fmt::format("{}, K = 8", f->name));
  });
  examiner.values("divides all frequencies by the factor", [&] {
    compare(interpolated, 8, {10000, 4, 512, 1, 4});
    compare(interpolated, 8, {10000, 4});
    compare(interpolated, 2 * (3 + rng.below(30)), random());
  });
  examiner.values("enlarges the base", [&] {
    compare(ntk_aware, 8, {10000, 4, 512, 1, 4});
    compare(ntk_aware, 8, {10000, 4});
    compare(ntk_aware, 2 * (3 + rng.below(30)), random());
  });
  examiner.values("decides hand by hand", [&] {
    compare(by_parts, 64, {10000, 4, 512, 1, 4});
    compare(by_parts, 128, {10000, 16, 4096, 1, 32});
    compare(by_parts, 128, {500000, 8, 8192, 1, 4});
    for (int n = 0; n < 3; ++n)
      compare(by_parts, 2 * (20 + rng.below(30)), random());
  });
  examiner.values("begins anew with each call", [&] {
    const Stretch first = {10000, 4, 512, 1, 4}, second = {500, 3, 900, 2, 9};
    for (const Function* f : all) {
      compare(*f, 16, first);
      compare(*f, 32, second);
      compare(*f, 16, second);
      compare(*f, 16, first);
    }
  });
  examiner.edge("changes nothing for a factor of 1", [&] {
    for (const Function* f : all) compare(*f, 12, {10000, 1, 300, 1, 4});
  });
  examiner.edge("works for one hand, or two", [&] {
    compare(interpolated, 2, {10000, 4, 512, 1, 4});
    compare(by_parts, 2, {10000, 4, 16, 1, 4});
    for (const Function* f : all) compare(*f, 4, {10000, 4, 16, 1, 4});
  });
  examiner.edge("works for factors that are no whole numbers", [&] {
    for (const Function* f : all) compare(*f, 24, {10000, 1.5, 333, 1.5, 6.5});
  });
  examiner.edge("works where fast and slow turns are the same", [&] {
    compare(by_parts, 64, {10000, 4, 512, 2, 2});
  });
  examiner.edge("refuses an odd K", [&] {
    for (const Function* f : all)
      for (const std::size_t K : {7, 1})
        examiner.throws<ValueError>(
            [&] {
              f->yours(K, {10000, 4, 512, 1, 4});
            },
            fmt::format("in {} for K = {}", f->name, K));
  });
  examiner.edge("refuses a larger base for one hand", [&] {
    examiner.throws<ValueError>(
        [&] {
          answer.ntk_aware(2, {10000, 4, 512, 1, 4});
        },
        "in ntk_aware for K = 2");
  });
  examiner.property("keeps the first hand and slows the last", [&] {
    const Stretch how = random();
    const std::size_t K = 16;
    const Array omega = answer.ntk_aware(K, how);
    examiner.same_shape(omega, {8}, sizes(K, how));
    examiner.equal(omega(0), 1, {"ntk_aware, hand 0, " + sizes(K, how)});
    examiner.equal(omega(7) * how.factor * std::pow(how.base, 14.0 / 16), 1,
                   {"ntk_aware, the last hand times the factor, in units of "
                    "what it was, " +
                    sizes(K, how)});
  });
  examiner.no_gradient("frequencies are computed once, and are not learned");
}
