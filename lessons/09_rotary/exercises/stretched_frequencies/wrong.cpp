#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

const double pi = std::acos(-1.0);

// The frequencies; a mistake takes the place of one of these.
struct Way {
  std::function<double(double j, double K, double base)> hand =
      [](double j, double K, double base) {
        return std::pow(base, -2 * j / K);
      };
  std::function<double(double w, const Stretch& how)> interpolate =
      [](double w, const Stretch& how) { return w / how.factor; };
  std::function<double(double K, const Stretch& how)> base =
      [](double K, const Stretch& how) {
        return how.base * std::pow(how.factor, K / (K - 2));
      };
  std::function<double(double w, const Stretch& how)> turns =
      [](double w, const Stretch& how) { return how.trained * w / (2 * pi); };
  std::function<double(double turns, const Stretch& how)> kept =
      [](double turns, const Stretch& how) {
        return std::clamp(
            (turns - how.slow_turns) / (how.fast_turns - how.slow_turns), 0.0,
            1.0);
      };
  std::function<double(double w, double kept, const Stretch& how)> mix =
      [](double w, double kept, const Stretch& how) {
        return kept * w + (1 - kept) * w / how.factor;
      };
  bool refuses_odd = true, refuses_one = true;

  void check(std::size_t K) const {
    if (refuses_odd && K % 2 != 0) throw ValueError("odd");
  }
  Array all(std::size_t K,
            const std::function<double(double j, double K)>& of) const {
    check(K);
    Array omega = zeros({K / 2});
    for (std::size_t j = 0; j < K / 2; ++j) omega(j) = of(double(j), double(K));
    return omega;
  }

  Array interpolated(std::size_t K, const Stretch& how) const {
    return all(K, [&](double j, double k) {
      return interpolate(hand(j, k, how.base), how);
    });
  }
  Array ntk_aware(std::size_t K, const Stretch& how) const {
    if (refuses_one && K == 2) throw ValueError("one hand");
    return all(K, [&](double j, double k) { return hand(j, k, base(k, how)); });
  }
  Array by_parts(std::size_t K, const Stretch& how) const {
    return all(K, [&](double j, double k) {
      const double w = hand(j, k, how.base);
      return mix(w, kept(turns(w, how), how), how);
    });
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Way way() {
  Way w;
  mistake(w);
  return w;
}

template <Mistake mistake>
Answer with() {
  return {[](std::size_t K, const Stretch& how) {
            return way<mistake>().interpolated(K, how);
          },
          [](std::size_t K, const Stretch& how) {
            return way<mistake>().ntk_aware(K, how);
          },
          [](std::size_t K, const Stretch& how) {
            return way<mistake>().by_parts(K, how);
          }};
}

void j_over_k(Way& w) {
  w.hand = [](double j, double K, double base) {
    return std::pow(base, -j / K);
  };
}

void exponent_sign(Way& w) {
  w.hand = [](double j, double K, double base) {
    return std::pow(base, 2 * j / K);
  };
}

void one_frequency(Way& w) {
  w.hand = [](double, double, double) { return 1.0; };
}

void counts_from_1(Way& w) {
  w.hand = [](double j, double K, double base) {
    return std::pow(base, -2 * (j + 1) / K);
  };
}

void in_float(Way& w) {
  w.hand = [](double j, double K, double base) {
    return double(std::pow(float(base), float(-2 * j / K)));
  };
}

void multiplied(Way& w) {
  w.interpolate = [](double f, const Stretch& how) { return f * how.factor; };
}

void not_interpolated(Way& w) {
  w.interpolate = [](double f, const Stretch&) { return f; };
}

void root_of_factor(Way& w) {
  w.interpolate = [](double f, const Stretch& how) {
    return f / std::sqrt(how.factor);
  };
}

void whole_factor(Way& w) {
  w.interpolate = [](double f, const Stretch& how) {
    return f / double(int(how.factor));
  };
}

void base_times_factor(Way& w) {
  w.base = [](double, const Stretch& how) { return how.base * how.factor; };
}

void exponent_upside_down(Way& w) {
  w.base = [](double K, const Stretch& how) {
    return how.base * std::pow(how.factor, (K - 2) / K);
  };
}

void half_exponent(Way& w) {
  w.base = [](double K, const Stretch& how) {
    const double pairs = K / 2;
    return pairs == 2 ? how.base * how.factor
                      : how.base * std::pow(how.factor, pairs / (pairs - 2));
  };
}

void whole_exponent(Way& w) {
  w.base = [](double K, const Stretch& how) {
    const auto whole = std::size_t(K) / (std::size_t(K) - 2);
    return how.base * std::pow(how.factor, double(whole));
  };
}

void power_of_base(Way& w) {
  w.base = [](double K, const Stretch& how) {
    return std::pow(how.base * how.factor, K / (K - 2));
  };
}

void smaller_base(Way& w) {
  w.base = [](double K, const Stretch& how) {
    return how.base / std::pow(how.factor, K / (K - 2));
  };
}

void old_base(Way& w) {
  w.base = [](double, const Stretch& how) { return how.base; };
}

void no_2_pi(Way& w) {
  w.turns = [](double f, const Stretch& how) { return how.trained * f; };
}

void only_pi(Way& w) {
  w.turns = [](double f, const Stretch& how) { return how.trained * f / pi; };
}

void of_longer_texts(Way& w) {
  w.turns = [](double f, const Stretch& how) {
    return how.factor * how.trained * f / (2 * pi);
  };
}

void wavelengths(Way& w) {
  w.turns = [](double f, const Stretch&) { return 2 * pi / f; };
}

void whole_turns(Way& w) {
  w.turns = [](double f, const Stretch& how) {
    return std::floor(how.trained * f / (2 * pi));
  };
}

void upside_down(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return 1 - std::clamp(
                   (turns - how.slow_turns) / (how.fast_turns - how.slow_turns),
                   0.0, 1.0);
  };
}

void not_clamped(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return (turns - how.slow_turns) / (how.fast_turns - how.slow_turns);
  };
}

void not_clamped_below(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return std::min(
        1.0, (turns - how.slow_turns) / (how.fast_turns - how.slow_turns));
  };
}

void not_clamped_above(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return std::max(
        0.0, (turns - how.slow_turns) / (how.fast_turns - how.slow_turns));
  };
}

void step_at_slow(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return turns > how.slow_turns ? 1.0 : 0.0;
  };
}

void step_at_fast(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return turns >= how.fast_turns ? 1.0 : 0.0;
  };
}

void from_0(Way& w) {
  w.kept = [](double turns, const Stretch& how) {
    return turns <= how.slow_turns ? 0.0
                                   : std::min(1.0, turns / how.fast_turns);
  };
}

void usual_turns(Way& w) {
  w.kept = [](double turns, const Stretch&) {
    return std::clamp((turns - 1) / 3, 0.0, 1.0);
  };
}

void mixed_wavelengths(Way& w) {
  w.mix = [](double f, double kept, const Stretch& how) {
    return f / (kept + (1 - kept) * how.factor);
  };
}

void mixed_powers(Way& w) {
  w.mix = [](double f, double kept, const Stretch& how) {
    return f * std::pow(how.factor, kept - 1);
  };
}

void slow_part_lost(Way& w) {
  w.mix = [](double f, double kept, const Stretch& how) {
    return kept > 0 ? kept * f : f / how.factor;
  };
}

void odd_accepted(Way& w) { w.refuses_odd = false; }

void one_accepted(Way& w) { w.refuses_one = false; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"j-over-k", "your exponent is j / K; the formula has 2j / K",
       with<j_over_k>()},
      {"exponent-sign",
       "your frequencies grow from hand to hand: the exponent is negative",
       with<exponent_sign>()},
      {"one-frequency",
       "all hands turn alike; where whole numbers are divided in 2 * j / K, "
       "the fraction is lost",
       with<one_frequency>()},
      {"counts-from-1",
       "you count j from 1; the first hand is j = 0, with a frequency of 1",
       with<counts_from_1>()},
      {"in-float",
       "the power is computed in float, with seven digits. Use real or double "
       "throughout",
       with<in_float>()},
      {"multiplied",
       "interpolated makes the hands faster; they are to be slowed, so it is "
       "divided by the factor",
       with<multiplied>()},
      {"not-interpolated", "interpolated leaves the hands as they are",
       with<not_interpolated>()},
      {"root-of-factor",
       "interpolated divides by the root of the factor; a position is divided "
       "by the factor itself",
       with<root_of_factor>()},
      {"whole-factor", "interpolated cuts the factor down to a whole number",
       with<whole_factor>()},
      {"base-times-factor",
       "ntk_aware multiplies the base by the factor; the last hand has the "
       "exponent (K - 2) / K, not 1, so that is not quite enough",
       with<base_times_factor>()},
      {"exponent-upside-down",
       "the exponent of the factor stands upside down: it is K / (K - 2)",
       with<exponent_upside_down>()},
      {"half-exponent", "you put the number of pairs for K in K / (K - 2)",
       with<half_exponent>()},
      {"whole-exponent",
       "K / (K - 2) is divided as whole numbers, which gives 1 or 2",
       with<whole_exponent>()},
      {"power-of-base",
       "the exponent K / (K - 2) belongs to the factor alone, not to the base",
       with<power_of_base>()},
      {"smaller-base",
       "your base gets smaller; a larger one makes hands slower",
       with<smaller_base>()},
      {"old-base", "ntk_aware keeps the old base", with<old_base>()},
      {"no-2-pi", "you count radians for turns: a turn is 2 pi of them",
       with<no_2_pi>()},
      {"only-pi", "you count half turns: a turn is 2 pi radians",
       with<only_pi>()},
      {"turns-in-longer-texts",
       "you count turns in the longer texts; what counts is how often a hand "
       "went round in training",
       with<of_longer_texts>()},
      {"wavelengths-for-turns",
       "you compare wavelengths with numbers of turns; turns are the trained "
       "length over the wavelength",
       with<wavelengths>()},
      {"whole-turns", "turns are cut down to whole numbers",
       with<whole_turns>()},
      {"upside-down",
       "your fast hands are slowed and your slow ones kept; it is the other "
       "way round",
       with<upside_down>()},
      {"not-clamped",
       "the share that is kept leaves 0 to 1; beyond the ramp it stays at its "
       "end",
       with<not_clamped>()},
      {"not-clamped-below",
       "the share that is kept falls below 0 for the slowest hands",
       with<not_clamped_below>()},
      {"not-clamped-above",
       "the share that is kept exceeds 1 for the fastest hands",
       with<not_clamped_above>()},
      {"step-at-slow",
       "there is no ramp: all hands with more than slow_turns are kept whole",
       with<step_at_slow>()},
      {"step-at-fast",
       "there is no ramp: all hands with fewer than fast_turns are slowed "
       "wholly",
       with<step_at_fast>()},
      {"ramp-from-0", "your ramp begins at 0 turns; it begins at slow_turns",
       with<from_0>()},
      {"usual-turns",
       "your ramp always goes from 1 to 4 turns; its ends are given",
       with<usual_turns>()},
      {"mixed-wavelengths",
       "you mix wavelengths; it is frequencies that are mixed",
       with<mixed_wavelengths>()},
      {"mixed-powers",
       "you take the factor to a power; the share is one of the frequency",
       with<mixed_powers>()},
      {"slow-part-lost",
       "on the ramp, the part that is divided by the factor is missing",
       with<slow_part_lost>()},
      {"odd-accepted", "an odd K is accepted; then one column has no partner",
       with<odd_accepted>()},
      {"one-hand-accepted",
       "ntk_aware accepts K = 2: the one hand is the first, which no base can "
       "slow",
       with<one_accepted>()},
  };
  return all;
}
