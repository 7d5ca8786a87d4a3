#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// One call; a mistake takes the place of a step.
struct Way {
  std::function<std::int64_t(std::int64_t i, std::int64_t T, std::int64_t S)>
      place = [](std::int64_t i, std::int64_t T, std::int64_t S) {
        return S - T + i;
      };
  // Key minus query -> what the bucket is taken of, and what is added to it.
  std::function<std::int64_t(std::int64_t offset)> distance =
      [](std::int64_t offset) { return std::abs(offset); };
  std::function<std::int64_t(std::int64_t offset, std::int64_t N)> half =
      [](std::int64_t offset, std::int64_t N) { return offset > 0 ? N : 0; };
  std::function<double(double d, double E, double max, double N)> steps =
      [](double d, double E, double max, double N) {
        return std::floor((N - E) * std::log(d / E) / std::log(max / E) + 1e-9);
      };
  std::function<std::int64_t(std::int64_t N)> last = [](std::int64_t N) {
    return N - 1;
  };
  std::int64_t shares = 2;
  bool transposed = false, refuses_words = true, refuses_buckets = true;

  Ids run(std::size_t T, std::size_t S, std::size_t num_buckets,
          std::size_t max_distance) const {
    const auto N = std::int64_t(num_buckets) / shares, E = N / 2;
    if (refuses_words && T > S) throw ShapeError("no");
    if (refuses_buckets && (num_buckets < 4 || std::int64_t(max_distance) <= E))
      throw ValueError("no");
    Ids buckets = Ids::from_shape({T, S});
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j) {
        const std::int64_t offset =
            std::int64_t(j) -
            place(std::int64_t(i), std::int64_t(T), std::int64_t(S));
        const std::int64_t d = distance(offset);
        std::int64_t b = d;
        if (d >= E)
          b = E + std::int64_t(steps(double(d), double(E), double(max_distance),
                                     double(N)));
        buckets(i, j) = half(offset, N) + std::min(b, last(N));
      }
    if (transposed) return Ids(xt::transpose(buckets));
    return buckets;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Ids with(std::size_t T, std::size_t S, std::size_t num_buckets,
         std::size_t max_distance) {
  Way way;
  mistake(way);
  return way.run(T, S, num_buckets, max_distance);
}

void sides_swapped(Way& w) {
  w.half = [](std::int64_t offset, std::int64_t N) {
    return offset < 0 ? N : 0;
  };
}

void one_side_only(Way& w) {
  w.distance = [](std::int64_t offset) {
    return std::max<std::int64_t>(-offset, 0);
  };
  w.half = [](std::int64_t, std::int64_t) { return std::int64_t(0); };
}

void sides_alike(Way& w) {
  w.half = [](std::int64_t, std::int64_t) { return std::int64_t(0); };
}

void not_halved(Way& w) { w.shares = 1; }

void own_word_after(Way& w) {
  w.half = [](std::int64_t offset, std::int64_t N) {
    return offset >= 0 ? N : 0;
  };
}

void one_nearer_after(Way& w) {
  w.distance = [](std::int64_t offset) {
    return offset > 0 ? offset - 1 : -offset;
  };
}

void queries_first(Way& w) {
  w.place = [](std::int64_t i, std::int64_t, std::int64_t) { return i; };
}

void cached_only(Way& w) {
  w.place = [](std::int64_t, std::int64_t, std::int64_t S) { return S - 1; };
}

void no_logarithm(Way& w) {
  w.steps = [](double d, double E, double, double) { return d - E; };
}

void straight(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::floor((N - E) * (d - E) / (max - E));
  };
}

void no_clamp(Way& w) {
  w.last = [](std::int64_t) { return std::int64_t(1000000); };
}

void clamp_at_n(Way& w) {
  w.last = [](std::int64_t N) { return N; };
}

void rounded(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::round((N - E) * std::log(d / E) / std::log(max / E));
  };
}

void rounded_up(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::ceil((N - E) * std::log(d / E) / std::log(max / E) - 1e-9);
  };
}

void whole_division(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::floor((N - E) * std::log(std::floor(d / E)) /
                          std::log(std::floor(max / E)) +
                      1e-9);
  };
}

void all_steps(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::floor(N * std::log(d / E) / std::log(max / E) + 1e-9);
  };
}

void range_from_1(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::floor((N - E) * std::log(d / E) / std::log(max) + 1e-9);
  };
}

void log_of_distance(Way& w) {
  w.steps = [](double d, double E, double max, double N) {
    return std::floor((N - E) * std::log(d) / std::log(max / E) + 1e-9);
  };
}

void below_zero(Way& w) {
  w.distance = [](std::int64_t offset) {
    return offset < 0 ? std::int64_t(1000000000) : offset;
  };
}

void transposed(Way& w) { w.transposed = true; }
void words_accepted(Way& w) { w.refuses_words = false; }

Ids buckets_accepted(std::size_t T, std::size_t S, std::size_t num_buckets,
                     std::size_t max_distance) {
  const std::size_t exact = num_buckets / 4;
  if (T <= S && (num_buckets < 4 || max_distance <= exact)) {
    Ids zeros = Ids::from_shape({T, S});
    zeros.fill(0);
    return zeros;
  }
  return Way().run(T, S, num_buckets, max_distance);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"sides-swapped",
       "before and after are swapped: the buckets from N on are for keys that "
       "come *after* the query",
       {with<sides_swapped>}},
      {"one-side-only",
       "keys after the query all have bucket 0, as in a model that looks back "
       "only",
       {with<one_side_only>}},
      {"sides-alike",
       "a key after the query has the bucket of one before it; N is missing",
       {with<sides_alike>}},
      {"not-halved",
       "each direction has all the buckets; it has half of them, N = "
       "num_buckets / 2",
       {with<not_halved>}},
      {"own-word-after",
       "the query's own word has bucket N; it belongs to the first half, with "
       "bucket 0",
       {with<own_word_after>}},
      {"one-nearer-after",
       "the next word has bucket N, as if its distance were 0; bucket N is "
       "never used",
       {with<one_nearer_after>}},
      {"queries-first",
       "query i stands at place i; the queries are the last T of S words, so "
       "it stands at S - T + i",
       {with<queries_first>}},
      {"all-queries-last",
       "all queries stand at the last place; query i stands at S - T + i",
       {with<cached_only>}},
      {"no-logarithm",
       "there is no logarithm: the buckets hold one distance each until they "
       "are used up",
       {with<no_logarithm>}},
      {"straight",
       "your far buckets are all equally wide; they are to widen, in equal "
       "steps of the *logarithm*",
       {with<straight>}},
      {"no-clamp",
       "far distances run over the last bucket of their direction; nothing is "
       "more than N - 1 there",
       {with<no_clamp>}},
      {"clamp-at-n",
       "far distances have bucket N of their direction; the last one is N - 1",
       {with<clamp_at_n>}},
      {"rounded",
       "you round to the nearest bucket; the fraction is to be cut off",
       {with<rounded>}},
      {"rounded-up",
       "you round up; the fraction is to be cut off",
       {with<rounded_up>}},
      {"whole-division",
       "whole numbers are divided in the logarithm, and the fraction is lost: "
       "double(d) / double(E)",
       {with<whole_division>}},
      {"all-steps",
       "N steps are taken up to max_distance; E buckets are used up already, "
       "so "
       "there are N - E",
       {with<all_steps>}},
      {"range-from-1",
       "the range of the logarithm is taken from 1 to max_distance; it goes "
       "from E: ln(max_distance / E)",
       {with<range_from_1>}},
      {"log-of-distance",
       "you take the logarithm of d; it is that of d / E, which is 0 at d = E",
       {with<log_of_distance>}},
      {"below-zero",
       "the difference goes below 0 for keys before the query, and a "
       "std::size_t then becomes huge. Compare before you subtract",
       {with<below_zero>}},
      {"transposed",
       "rows and columns are swapped: a row for each query, a column for each "
       "key",
       {with<transposed>}},
      {"words-accepted",
       "more queries than words are accepted; they are to be refused with a "
       "ShapeError",
       {with<words_accepted>}},
      {"buckets-accepted",
       "too few buckets, or a max_distance within the exact ones, are accepted",
       {buckets_accepted}},
  };
  return all;
}
