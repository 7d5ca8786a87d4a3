#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

const double turn = 2 * std::acos(-1.0);

double omega(double j, double K, double base) {
  return std::pow(base, -2 * j / K);
}

// The hands j = 0 … K/2 - 1 of which something holds.
double count(std::size_t K, const std::function<bool(double j)>& holds) {
  double all = 0;
  for (std::size_t j = 0; j < K / 2; ++j) all += holds(double(j)) ? 1 : 0;
  return all;
}

double right(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j, double(K), base) >= turn;
  });
}

double all_places(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N) * omega(j, double(K), base) >= turn;
  });
}

double half_a_turn(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j, double(K), base) >= turn / 2;
  });
}

double one_radian(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j, double(K), base) >= 1;
  });
}

double degrees(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j, double(K), base) >= 360;
  });
}

double the_others(std::size_t K, double base, std::size_t N) {
  return double(K / 2) - right(K, base, N);
}

double share(std::size_t K, double base, std::size_t N) {
  return right(K, base, N) / double(K / 2);
}

double last_hand(std::size_t K, double base, std::size_t N) {
  return right(K, base, N) - 1;
}

double columns(std::size_t K, double base, std::size_t N) {
  return 2 * right(K, base, N);
}

double k_hands(std::size_t K, double base, std::size_t N) {
  double all = 0;
  for (std::size_t j = 0; j < K; ++j)
    all += double(N - 1) * omega(double(j), double(K), base) >= turn ? 1 : 0;
  return all;
}

double j_over_k(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j / 2, double(K), base) >= turn;
  });
}

double twice_too_slow(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(2 * j, double(K), base) >= turn;
  });
}

double one_frequency(std::size_t K, double, std::size_t N) {
  return count(K, [&](double) { return double(N - 1) >= turn; });
}

double unsigned_minus(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    const double huge = double(-2 * std::size_t(j));
    return double(N - 1) * std::pow(base, huge / double(K)) >= turn;
  });
}

double counts_from_1(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(N - 1) * omega(j + 1, double(K), base) >= turn;
  });
}

double fixed_base(std::size_t K, double, std::size_t N) {
  return right(K, 10000, N);
}

double in_int(std::size_t K, double base, std::size_t N) {
  return count(K, [&](double j) {
    return double(int(N - 1)) * omega(j, double(K), base) >= turn;
  });
}

double turns_added(std::size_t K, double base, std::size_t N) {
  double all = 0;
  for (std::size_t j = 0; j < K / 2; ++j)
    all += std::floor(double(N - 1) * omega(double(j), double(K), base) / turn);
  return all;
}

double guess() { return 40; }
Meaning a() { return Meaning::more_come_round; }
Meaning b() { return Meaning::as_many_as_before; }
Meaning c() { return Meaning::fewer_come_round; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"all-places",
       "you take as many steps as places; from place 0 to the last one it is "
       "one less",
       {guess, all_places, c}},
      {"half-a-turn",
       "you count hands that make half a turn; all the way round is 2 pi",
       {guess, half_a_turn, c}},
      {"one-radian",
       "you count hands that turn by 1; all the way round is 2 pi",
       {guess, one_radian, c}},
      {"degrees",
       "you compare with 360; the angles are in radians, and a turn is 2 pi",
       {guess, degrees, c}},
      {"the-others",
       "you count the hands that do *not* come round",
       {guess, the_others, c}},
      {"share", "you give a share; the number is asked for", {guess, share, c}},
      {"last-hand",
       "you give the number of the last hand that comes round; as they are "
       "counted from 0, there is one more of them",
       {guess, last_hand, c}},
      {"columns",
       "you count columns; two of them are one hand",
       {guess, columns, c}},
      {"k-hands",
       "your loop goes on to K; a head of K columns has K/2 hands",
       {guess, k_hands, c}},
      {"j-over-k",
       "your exponent is j / K; the formula has 2j / K",
       {guess, j_over_k, c}},
      {"twice-too-slow",
       "the 2 of 2j is counted twice: your exponent is 4j / K",
       {guess, twice_too_slow, c}},
      {"one-frequency",
       "all hands turn alike; where whole numbers are divided in 2 * j / K, "
       "the fraction is lost",
       {guess, one_frequency, c}},
      {"unsigned-minus",
       "-2 * j of an unsigned j is no negative number but a huge one. Write "
       "-2.0 * double(j)",
       {guess, unsigned_minus, c}},
      {"counts-from-1",
       "you count j from 1; the first hand is j = 0, with a frequency of 1",
       {guess, counts_from_1, c}},
      {"fixed-base",
       "your base is always 10000; it is given",
       {guess, fixed_base, c}},
      {"in-int",
       "the length is kept in an int, which holds two thousand million at most",
       {guess, in_int, c}},
      {"turns-added-up",
       "you add up the turns of all hands; each hand counts once, however "
       "often it comes round",
       {guess, turns_added, c}},
      {"chose-more",
       "you chose that more hands come round; that would be so with the old "
       "base, 50 of them. With the new one it is 35",
       {guess, right, a}},
      {"chose-as-many",
       "you chose that about as many come round; it is 35 of them, and 46 "
       "before",
       {guess, right, b}},
  };
  return all;
}
