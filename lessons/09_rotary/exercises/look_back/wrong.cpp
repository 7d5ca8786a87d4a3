#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

struct Head {
  std::size_t offset, K, seq_len;
  double weight;
};

// How the head is built; a mistake takes the place of a step.
struct Way {
  std::function<double(double j, double K)> omega = [](double j, double K) {
    return std::pow(10000, -2 * j / K);
  };
  std::function<double(double offset)> turn = [](double offset) {
    return offset;
  };
  std::function<std::size_t(const Head& h)> last_away = [](const Head& h) {
    return 2 * h.seq_len - 1;
  };
  std::function<double(const Head& h)> needed = [](const Head& h) {
    return std::log(double(h.seq_len) / (1 - h.weight));
  };
  // The length of q times that of k, in units of ones, and each of them.
  std::function<double(double needed, double K, double gap)> gain =
      [](double needed, double K, double gap) {
        return needed * std::sqrt(K) / gap;
      };
  std::function<double(double gain)> of_q = [](double g) {
    return std::sqrt(g);
  };
  std::function<double(double gain)> of_k = of_q;
  bool halves = false, cosines_only = false;
  bool refuses_odd = true, refuses_offset = true, refuses_weight = true;

  double gap(const Head& h) const {
    double least = 2 * double(h.K);
    for (std::size_t away = 1; away <= last_away(h); ++away) {
      double below = 0;
      for (std::size_t j = 0; j < h.K / 2; ++j)
        below += 2 - 2 * std::cos(double(away) * omega(double(j), double(h.K)));
      least = std::min(least, below);
    }
    return least;
  }

  HeadBiases run(const Head& h) const {
    if ((refuses_odd && h.K % 2 != 0) ||
        (refuses_offset && h.offset >= h.seq_len) ||
        (refuses_weight && !(h.weight > 0 && h.weight < 1)))
      throw ValueError("no");
    const double both = gain(needed(h), double(h.K), gap(h));
    HeadBiases head{of_q(both) * ones({h.K}), zeros({h.K})};
    for (std::size_t j = 0; j < h.K / 2; ++j) {
      const double angle =
          turn(double(h.offset)) * omega(double(j), double(h.K));
      const double c = std::cos(angle), s = std::sin(angle);
      const std::size_t a = halves ? j : 2 * j,
                        b = halves ? j + h.K / 2 : a + 1;
      head.k(a) = of_k(both) * (cosines_only ? c : c - s);
      head.k(b) = of_k(both) * (cosines_only ? c : s + c);
    }
    return head;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
HeadBiases with(std::size_t offset, std::size_t K, std::size_t seq_len,
                double weight) {
  Way way;
  mistake(way);
  return way.run({offset, K, seq_len, weight});
}

void looks_ahead(Way& w) {
  w.turn = [](double offset) { return -offset; };
}

void at_itself(Way& w) {
  w.turn = [](double) { return 0.0; };
}

void one_too_far(Way& w) {
  w.turn = [](double offset) { return offset + 1; };
}

void one_back(Way& w) {
  w.turn = [](double) { return 1.0; };
}

void degrees(Way& w) {
  w.turn = [](double offset) { return offset * std::acos(-1.0) / 180; };
}

void cosines_only(Way& w) { w.cosines_only = true; }

void halves(Way& w) { w.halves = true; }

void one_frequency(Way& w) {
  w.omega = [](double, double) { return 1.0; };
}

void j_over_k(Way& w) {
  w.omega = [](double j, double K) { return std::pow(10000, -j / K); };
}

void not_long_enough(Way& w) {
  w.gain = [](double, double, double) { return 1.0; };
}

void far_too_long(Way& w) {
  w.gain = [](double, double, double) { return 1e7; };
}

void squared(Way& w) {
  w.of_q = w.of_k = [](double g) { return g; };
}

void no_root_k(Way& w) {
  w.gain = [](double needed, double, double gap) { return needed / gap; };
}

void divided_by_root(Way& w) {
  w.gain = [](double needed, double K, double gap) {
    return needed / std::sqrt(K) / gap;
  };
}

void gap_ignored(Way& w) {
  w.gain = [](double needed, double K, double) {
    return needed * std::sqrt(K) / K;
  };
}

void one_of_both(Way& w) {
  w.of_k = [](double) { return 1.0; };
}

void fourth_root(Way& w) {
  w.of_q = w.of_k = [](double g) { return std::pow(g, 0.25); };
}

void neighbours_only(Way& w) {
  w.last_away = [](const Head&) { return std::size_t(1); };
}

void no_length(Way& w) {
  w.needed = [](const Head& h) { return std::log(1 / (1 - h.weight)); };
}

void no_weight(Way& w) {
  w.needed = [](const Head& h) { return std::log(double(h.seq_len)); };
}

void weight_itself(Way& w) {
  w.needed = [](const Head& h) {
    return std::log(double(h.seq_len) * (1 + h.weight));
  };
}

void log_10(Way& w) {
  w.needed = [](const Head& h) {
    return std::log10(double(h.seq_len) / (1 - h.weight));
  };
}

void odd_accepted(Way& w) { w.refuses_odd = false; }

void offset_accepted(Way& w) { w.refuses_offset = false; }

void weight_accepted(Way& w) { w.refuses_weight = false; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"looks-ahead",
       "your head looks ahead: it is the key that is turned on, or the query "
       "that is turned back",
       {with<looks_ahead>}},
      {"at-itself",
       "your query and key are the same, so each word looks at itself",
       {with<at_itself>}},
      {"one-too-far",
       "your head looks one word too far back",
       {with<one_too_far>}},
      {"one-back",
       "your head looks one word back, whatever the offset",
       {with<one_back>}},
      {"degrees",
       "you turn by degrees; a frequency is in radians",
       {with<degrees>}},
      {"cosines-only",
       "the sines are missing in your key: a pair (1, 1) becomes "
       "(cos - sin, sin + cos)",
       {with<cosines_only>}},
      {"halves",
       "you turn the pairs (j, j + K/2); here they are (2j, 2j + 1)",
       {with<halves>}},
      {"one-frequency",
       "all pairs turn alike; where whole numbers are divided in 2 * j / K, "
       "the fraction is lost",
       {with<one_frequency>}},
      {"j-over-k",
       "your exponent is j / K; the formula has 2j / K",
       {with<j_over_k>}},
      {"not-long-enough",
       "your vectors have the same length whatever is asked for; the peak is "
       "in "
       "the right place, but its weight is small",
       {with<not_long_enough>}},
      {"far-too-long",
       "your vectors are very long whatever is asked for; work out how long "
       "they "
       "need be",
       {with<far_too_long>}},
      {"squared",
       "q and k both have all of the length that they need together: the root "
       "is missing",
       {with<squared>}},
      {"no-root-k",
       "you forget that scores are divided by the square root of K",
       {with<no_root_k>}},
      {"divided-by-root",
       "you divide by the square root of K; as the scores are, the vectors "
       "have "
       "to make up for it",
       {with<divided_by_root>}},
      {"gap-ignored",
       "you take the height of the peak for its distance from the next best "
       "place, which is far smaller",
       {with<gap_ignored>}},
      {"one-of-both",
       "you lengthen q by the square root of what is needed, and k not at all; "
       "both together have to make it up",
       {with<one_of_both>}},
      {"fourth-root",
       "you take the root twice: q and k each have the square root of what is "
       "needed",
       {with<fourth_root>}},
      {"neighbours-only",
       "you look at the neighbours of the peak only; with few pairs a place "
       "further off can be nearer to it, such as six places away",
       {with<neighbours_only>}},
      {"no-length",
       "the length of the text is missing: the more words, the more of them "
       "share what the peak leaves",
       {with<no_length>}},
      {"no-weight",
       "the weight is missing: the closer to 1, the longer the vectors",
       {with<no_weight>}},
      {"weight-itself",
       "you add the weight where 1 - weight has to be divided by",
       {with<weight_itself>}},
      {"log-10",
       "you take the logarithm to the base of 10; softmax has e, so it is "
       "std::log",
       {with<log_10>}},
      {"odd-accepted",
       "an odd K is accepted; then one column has no partner",
       {with<odd_accepted>}},
      {"offset-accepted",
       "an offset that no word has is accepted",
       {with<offset_accepted>}},
      {"weight-accepted",
       "a weight of 1, or none, is accepted; no softmax gives it",
       {with<weight_accepted>}},
  };
  return all;
}
