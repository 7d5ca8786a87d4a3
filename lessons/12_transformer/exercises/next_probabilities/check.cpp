#include "course/exercise/exam.h"

namespace {

struct Case {
  Array logits;
  double temperature = 1;
  std::size_t top_k = 0;
  double top_p = 1;

  std::string text() const {
    return fmt::format("V = {}, temperature = {:g}, top_k = {}, top_p = {:g}",
                       logits.size(), temperature, top_k, top_p);
  }
};

// Probabilities of 0.4, 0.3, 0.2 and 0.1, in another order.
Array four() { return xt::log(Array{0.2, 0.4, 0.1, 0.3}); }

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [](const Answer& of, const Case& c) {
    return of.next_probabilities(c.logits, c.temperature, c.top_k, c.top_p);
  };
  const auto compare = [&](const Case& c) {
    examiner.equal(call(answer, c), call(right_answer(), c),
                   {c.text(), {"character"}, 1e-10});
  };
  const auto logits = [&](std::size_t V) { return rng.normal({V}, 0, 2); };

  examiner.shape("has a probability for each character", [&] {
    const Case c{logits(7), 1, 3, 0.9};
    examiner.same_shape(call(answer, c), {7}, c.text());
  });
  examiner.values("is a softmax where nothing is left out", [&] {
    compare({logits(5)});
    compare({logits(2 + rng.below(8))});
  });
  examiner.values("knows the temperature", [&] {
    for (const double temperature : {0.5, 2.0, 0.1, 10.0})
      compare({logits(6), temperature});
  });
  examiner.values("keeps the k likeliest", [&] {
    for (const std::size_t k : {1, 2, 3, 5}) compare({logits(6), 1, k});
    compare({four(), 1, 2});
  });
  examiner.values("keeps the likeliest that make up top_p", [&] {
    for (const double p : {0.35, 0.6, 0.75, 0.95}) compare({four(), 1, 0, p});
    for (int i = 0; i < 3; ++i)
      compare({logits(8), 1, 0, rng.uniform() * 0.9 + 0.05});
  });
  examiner.values("does all of it, in this order", [&] {
    compare({four(), 1, 3, 0.7});   // 4/9 + 3/9 reach it; of all, 0.4 + 0.3
    compare({four(), 1, 3, 0.45});  // two of the three, 4/9 is less
    compare({four(), 1, 2, 0.5});   // 4/7 reaches it; of all, 0.4 does not
    compare({four(), 3, 0, 0.55});
    compare({four(), 0.3, 0, 0.8});
    for (int i = 0; i < 3; ++i)
      compare({logits(9), 0.3 + rng.uniform() * 2, 2 + rng.below(6),
               rng.uniform() * 0.8 + 0.1});
  });
  examiner.edge("takes the first of equals for likelier", [&] {
    const Array same = {1, 3, 3, 0, 3};
    compare({same, 1, 2});
    compare({same, 1, 1});
    compare({zeros({4}), 1, 0, 0.6});
    Array many = zeros({40});  // a few are sorted one by one
    for (std::size_t v = 0; v < 40; ++v) many(v) = double(v * v % 3);
    compare({many, 1, 9});
    compare({zeros({40}), 1, 7});
  });
  examiner.edge("keeps one at least", [&] {
    compare({four(), 1, 0, 1e-9});
    compare({logits(1), 1, 1, 0.5});
    compare({logits(4), 1, 100, 1});
  });
  examiner.edge("works for logits of any size", [&] {
    compare({Array(logits(5) + 1000)});
    compare({Array(logits(5) - 1000), 0.5, 3, 0.9});
    compare({Array(logits(4) * 300), 2});
  });
  examiner.edge("refuses what is out of range", [&] {
    const auto refused = [&](double temperature, double top_p) {
      examiner.throws<ValueError>(
          [&] { answer.next_probabilities(four(), temperature, 0, top_p); },
          fmt::format("for temperature {:g} and top_p {:g}", temperature,
                      top_p));
    };
    const double nan = std::nan("");
    for (const double temperature : {0.0, -1.0, nan}) refused(temperature, 1);
    for (const double top_p : {0.0, 1.5, -0.5, nan}) refused(1, top_p);
  });
  examiner.property("adds up to 1, and leaves all in proportion", [&] {
    const Case c{logits(8), 1.5, 5, 0.9};
    const Array p = call(answer, c);
    examiner.same_shape(p, {8}, c.text());
    examiner.equal(xt::sum(p)(), 1, {"the sum, " + c.text()});
    const std::size_t best = xt::argmax(p)();
    const Array off = 1.5 * xt::log(p / p(best)) - c.logits + c.logits(best);
    for (std::size_t v = 0; v < 8; ++v)
      examiner.holds(p(v) == 0 || std::fabs(off(v)) < 1e-8,
                     "what stays is not in the proportion of its logits");
  });
  examiner.no_gradient("what is drawn is not differentiated");
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    const Case one{logits(6), 1, 3, 0.8}, two{logits(9), 2, 0, 0.5};
    const Case three{logits(6), 0.5, 4, 1};
    for (const Case* c : {&one, &two, &three, &one}) compare(*c);
  });
}
