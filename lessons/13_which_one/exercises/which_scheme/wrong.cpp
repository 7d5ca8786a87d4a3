#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// What is asked, one question after the other; a mistake takes the place of
// one.
struct Way {
  double nothing = 1e-6;  // differences up to here
  bool words_in_shift = true;
  std::int64_t moved_q = 300, moved_k = 300;
  double key_sign = 1;
  std::int64_t far = 400;  // distances at which a slope is looked for
  std::int64_t farther = 800;
  std::vector<std::int64_t> near = {-10, -9, -8, -7, -6, -5, -4, -3, -2, -1,
                                    0,   1,  2,  3,  4,  5,  6,  7,  8,  9};
  bool looks_for_bias = true, slope_both_ways = true, words_in_bias = false;
  std::vector<std::int64_t> turns = {1, 2, 3};
  std::function<Array(std::size_t K)> query = [](std::size_t K) {
    return Rng(1).normal({K});
  };
  std::function<Array(std::size_t K)> key = [](std::size_t K) {
    return Rng(2).normal({K});
  };
  Scheme of_a_turn = Scheme::turned, of_a_place = Scheme::added;
  bool scaled = true;

  Scheme run(const Score& score, std::size_t K) const {
    const auto same = [this](double a, double b) {
      return std::abs(a - b) <= nothing;
    };
    const Array silence = zeros({K});
    const Array q = query(K), k = key(K);
    const Array& a = words_in_shift ? q : silence;
    const Array& b = words_in_shift ? k : silence;
    for (const std::int64_t n : {0, 5})
      if (!same(score(a, b, 2, n), score(a, b, 2 + moved_q, n + moved_k)))
        return of_a_place;
    const auto bias = [&](std::int64_t distance) {
      const std::int64_t m = distance < 0 ? 100 - distance : 100;
      return words_in_bias ? score(q, k, m, m + distance)
                           : score(silence, silence, m, m + distance);
    };
    if (looks_for_bias) {
      if (!same(bias(far), 0) &&
          same(bias(farther) * double(far), bias(far) * double(farther)) &&
          (slope_both_ways || same(bias(-far), -bias(far))))
        return Scheme::sloped;
      for (const std::int64_t d : near)
        if (!same(bias(d), 0)) return Scheme::bucketed;
    }
    const double root = scaled ? std::sqrt(double(K)) : 1;
    for (const std::int64_t n : turns)
      if (!same(score(q, k, 0, n), xt::sum(q * k)() / root)) return of_a_turn;
    return Scheme::none;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Scheme with(const Score& score, std::size_t K) {
  Way way;
  mistake(way);
  return way.run(score, K);
}

void silent_shift(Way& w) { w.words_in_shift = false; }

void only_the_key_moved(Way& w) { w.moved_q = 0; }

void to_the_letter(Way& w) { w.nothing = 0; }

void large_tolerance(Way& w) { w.nothing = 0.3; }

void near_only(Way& w) {
  w.far = 1;
  w.farther = 2;
}

void no_slope(Way& w) { w.slope_both_ways = false; }

void words_in_bias(Way& w) { w.words_in_bias = true; }

void no_bias(Way& w) { w.looks_for_bias = false; }

void after_only(Way& w) { w.near = {1, 2, 3}; }

void at_itself(Way& w) { w.turns = {0}; }

void last_column(Way& w) {
  w.query = w.key = [](std::size_t K) {
    Array one = zeros({K});
    one(K - 1) = 1;
    return one;
  };
}

void no_root(Way& w) { w.scaled = false; }

void added_is_turned(Way& w) {
  w.of_a_place = Scheme::turned;
  w.of_a_turn = Scheme::added;
}

void one_bucket(Way& w) { w.near = {-1}; }

// Asks at every distance there is.
Scheme all_distances(const Score& score, std::size_t K) {
  const Array nothing = zeros({K});
  double sum = 0;
  for (std::int64_t n = 0; n <= 1000; ++n) sum += score(nothing, nothing, 0, n);
  return sum > 1e30 ? Scheme::none : Way().run(score, K);
}

// Beyond the places there are.
Scheme too_far(const Score& score, std::size_t K) {
  const Array nothing = zeros({K});
  score(nothing, nothing, 0, 5000);
  return Way().run(score, K);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"silent-shift",
       "you move query and key together with nothing in them; two sinusoidal "
       "rows have a product that depends on their distance alone, so this does "
       "not show that they were added",
       {with<silent_shift>}},
      {"only-the-key-moved",
       "you move the key and not the query, so the distance changes too, and "
       "every scheme that knows distances looks as if it knew places",
       {with<only_the_key_moved>}},
      {"to-the-letter",
       "you compare with ==; two sums that should be the same differ in their "
       "last digit",
       {with<to_the_letter>}},
      {"large-tolerance",
       "you take differences of a few tenths for nothing; a learned table may "
       "be that small",
       {with<large_tolerance>}},
      {"near-only",
       "you look for a slope at near distances only; there a learned table can "
       "look like a slope",
       {with<near_only>}},
      {"no-slope",
       "you find a slope nowhere; it is one if twice the distance gives twice "
       "as much, and with |m - n| it falls on both sides alike",
       {with<no_slope>}},
      {"words-in-bias",
       "you look for what is added to the scores with words in query and key; "
       "then their own product is in it",
       {with<words_in_bias>}},
      {"no-bias",
       "you do not look for what is added to the scores, which is there "
       "without "
       "any words",
       {with<no_bias>}},
      {"after-only",
       "you look at keys behind the query only; before and after have buckets "
       "of their own",
       {with<after_only>}},
      {"at-itself",
       "you look for turned pairs at distance 0, where both are turned alike",
       {with<at_itself>}},
      {"last-column",
       "your words have a single column, the last; its pair may stand still, "
       "or hardly move",
       {with<last_column>}},
      {"no-root",
       "you compare with q . k; scores are divided by sqrt(K)",
       {with<no_root>}},
      {"added-is-turned",
       "added and turned have changed places: what is added knows where a word "
       "stands, what is turned only how far apart two are",
       {with<added_is_turned>}},
      {"one-bucket",
       "you look at one near distance only; its bucket may hold 0",
       {with<one_bucket>}},
      {"all-distances",
       "you ask at every distance; 100 questions have to be enough",
       {all_distances}},
      {"too-far", "you ask beyond place 1000", {too_far}},
  };
  return all;
}
