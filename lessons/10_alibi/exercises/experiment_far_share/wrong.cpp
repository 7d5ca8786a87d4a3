#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Weight = std::function<double(double bias, double highest)>;

double usual(double bias, double highest) { return std::exp(bias - highest); }

// The weights of the keys first … last - 1 words back.
double added_up(const Array& bias, std::size_t first, std::size_t last,
                const Weight& weight = usual) {
  const double highest = xt::amax(bias)();
  double all = 0;
  for (std::size_t d = first; d < std::min(last, bias.size()); ++d)
    all += weight(bias(d), highest);
  return all;
}

double share(const Array& bias, std::size_t reach,
             const Weight& weight = usual) {
  return added_up(bias, reach, bias.size(), weight) /
         added_up(bias, 0, bias.size(), weight);
}

double right(const Array& bias, std::size_t reach) {
  return share(bias, reach);
}

double one_too_far(const Array& bias, std::size_t reach) {
  return share(bias, reach + 1);
}

double one_too_near(const Array& bias, std::size_t reach) {
  return share(bias, reach == 0 ? 0 : reach - 1);
}

double near_share(const Array& bias, std::size_t reach) {
  return 1 - share(bias, reach);
}

double percent(const Array& bias, std::size_t reach) {
  return 100 * share(bias, reach);
}

double counted(const Array& bias, std::size_t reach) {
  return share(bias, reach, [](double, double) { return 1.0; });
}

double of_the_biases(const Array& bias, std::size_t reach) {
  return share(bias, reach, [](double b, double) { return b; });
}

double powers_of_2(const Array& bias, std::size_t reach) {
  return share(bias, reach,
               [](double b, double top) { return std::exp2(b - top); });
}

double turned_round(const Array& bias, std::size_t reach) {
  const Array minus = -bias;
  return share(minus, reach);
}

double overflows(const Array& bias, std::size_t reach) {
  return share(bias, reach, [](double b, double) { return std::exp(b); });
}

double in_float(const Array& bias, std::size_t reach) {
  return share(bias, reach, [](double b, double top) {
    return double(std::exp(float(b - top)));
  });
}

double not_divided(const Array& bias, std::size_t reach) {
  return added_up(bias, reach, bias.size());
}

double odds(const Array& bias, std::size_t reach) {
  return added_up(bias, reach, bias.size()) / added_up(bias, 0, reach);
}

double without_itself(const Array& bias, std::size_t reach) {
  return added_up(bias, std::max<std::size_t>(reach, 1), bias.size()) /
         added_up(bias, 1, bias.size());
}

double one_key(const Array& bias, std::size_t reach) {
  return added_up(bias, reach, reach + 1) / added_up(bias, 0, bias.size());
}

double mean_weight(const Array& bias, std::size_t reach) {
  return share(bias, reach) / double(bias.size() - reach);
}

double two_maxima(const Array& bias, std::size_t reach) {
  double top = -1e300, far = 0;
  for (std::size_t d = reach; d < bias.size(); ++d)
    top = std::max(top, double(bias(d)));
  for (std::size_t d = reach; d < bias.size(); ++d)
    far += std::exp(bias(d) - top);
  return far / added_up(bias, 0, bias.size());
}

double guess() { return 0.02; }
Meaning a() { return Meaning::as_much; }
Meaning b() { return Meaning::more_stays; }
Meaning c() { return Meaning::less_stays; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"one-too-far",
       "you leave out the key that is exactly `reach` words back",
       {guess, one_too_far, b}},
      {"one-too-near",
       "you begin one key too early; the first that counts is `reach` words "
       "back",
       {guess, one_too_near, b}},
      {"near-share",
       "you give the share of the *near* keys",
       {guess, near_share, b}},
      {"percent",
       "you give percent; a share is asked for, from 0 to 1",
       {guess, percent, b}},
      {"counted",
       "you count keys; it is their weights that are to be added up",
       {guess, counted, b}},
      {"of-the-biases",
       "you add up the biases; the weights are those of their softmax",
       {guess, of_the_biases, b}},
      {"powers-of-2",
       "you take powers of 2; softmax takes powers of e, std::exp",
       {guess, powers_of_2, b}},
      {"turned-round",
       "you take exp(-bias); a bias is added to the score, and has its minus "
       "already",
       {guess, turned_round, b}},
      {"overflows",
       "you do not subtract the largest bias first, so the exponential of 1000 "
       "is infinite, and that of -1000 is 0",
       {guess, overflows, b}},
      {"in-float",
       "you compute in float; use double throughout",
       {guess, in_float, b}},
      {"not-divided",
       "you do not divide by the weights of all keys",
       {guess, not_divided, b}},
      {"odds",
       "you divide by the weights of the near keys; it is those of all keys",
       {guess, odds, b}},
      {"without-itself",
       "you leave out the word itself, which is 0 words back",
       {guess, without_itself, b}},
      {"one-key",
       "you give the weight of a single key, the one `reach` words back",
       {guess, one_key, b}},
      {"mean-weight",
       "you divide by the number of the far keys; their weights are to be "
       "added "
       "up",
       {guess, mean_weight, b}},
      {"two-maxima",
       "you subtract one largest bias above the line and another one below; it "
       "has to be the same for all keys",
       {guess, two_maxima, b}},
      {"chose-as-much",
       "you chose that both give as much; where training ended the penalties "
       "agree, but ALiBi's goes on growing and the other one hardly does",
       {guess, right, a}},
      {"chose-less",
       "you chose that KERPLE's head gives less; it is steeper at the start, "
       "but "
       "look at what it has left over for far keys",
       {guess, right, c}},
  };
  return all;
}
