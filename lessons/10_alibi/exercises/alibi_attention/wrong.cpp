#include <cmath>
#include <functional>

#include "course/exercise/exam.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

using namespace horloge;

namespace {

// Attention step by step; a mistake takes the place of a step.
struct Way {
  // Where query i stands, for its distances and for its mask.
  std::function<double(double i, double before)> place =
      [](double i, double before) { return before + i; };
  std::function<double(double i, double before)> sees_up_to = place;
  std::function<double(double query, double key)> penalty =
      [](double query, double key) { return std::abs(query - key); };
  std::function<double(double K)> scale = [](double K) {
    return 1 / std::sqrt(K);
  };
  std::function<Tensor(const Tensor& slopes)> slope = [](const Tensor& slopes) {
    return slopes;
  };
  std::function<Tensor(const Tensor& fit, const Tensor& bias, double scale)>
      scores = [](const Tensor& fit, const Tensor& bias, double scale) {
        return fit * real(scale) + bias;
      };
  std::function<Tensor(const Tensor& scores, const Tensor& bias,
                       const Mask& hidden)>
      weights = [](const Tensor& scores, const Tensor&, const Mask& hidden) {
        return softmax(masked_fill(scores, hidden, -1e30));
      };
  bool refuses_more = true;

  Tensor run(const Tensor& q, const Tensor& k, const Tensor& v,
             const Tensor& slopes) const {
    const std::size_t H = q.shape()[0], T = q.shape()[1], S = k.shape()[1];
    if (T > S && refuses_more) throw ShapeError("more queries than keys");
    const double before = double(S) - double(T);
    Array distance = zeros({T, S});
    Mask hidden = Mask::from_shape({T, S});
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j) {
        distance(i, j) = penalty(place(double(i), before), double(j));
        hidden(i, j) = double(j) > sees_up_to(double(i), before);
      }
    const Tensor bias = -reshape(slope(slopes), {H, 1, 1}) * Tensor(distance);
    const Tensor fit = matmul(q, transpose(k, 1, 2));
    const double by = scale(double(q.shape()[2]));
    return matmul(weights(scores(fit, bias, by), bias, hidden), v);
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Tensor with(const Tensor& q, const Tensor& k, const Tensor& v,
            const Tensor& slopes) {
  Way way;
  mistake(way);
  return way.run(q, k, v, slopes);
}

void rewards_distance(Way& w) {
  w.penalty = [](double query, double key) { return -std::abs(query - key); };
}

void distance_from_0(Way& w) {
  w.place = [](double i, double) { return i; };
}

void mask_from_0(Way& w) {
  w.sees_up_to = [](double i, double) { return i; };
}

void no_mask(Way& w) {
  w.sees_up_to = [](double, double) { return 1e9; };
}

void sees_one_ahead(Way& w) {
  w.sees_up_to = [](double i, double before) { return before + i + 1; };
}

void key_without_mask(Way& w) {
  w.penalty = [](double, double key) { return -key; };
  no_mask(w);
}

void squared(Way& w) {
  w.penalty = [](double query, double key) {
    return (query - key) * (query - key);
  };
}

void no_penalty(Way& w) {
  w.penalty = [](double, double) { return 0.0; };
}

void no_scale(Way& w) {
  w.scale = [](double) { return 1.0; };
}

void divided_by_k(Way& w) {
  w.scale = [](double K) { return 1 / K; };
}

void penalty_scaled(Way& w) {
  w.scores = [](const Tensor& fit, const Tensor& bias, double scale) {
    return (fit + bias) * real(scale);
  };
}

void penalty_multiplied(Way& w) {
  w.scores = [](const Tensor& fit, const Tensor& bias, double scale) {
    return fit * real(scale) * bias;
  };
}

void fit_forgotten(Way& w) {
  w.scores = [](const Tensor& fit, const Tensor& bias, double) {
    return fit * real(0) + bias;
  };
}

void after_softmax(Way& w) {
  w.scores = [](const Tensor& fit, const Tensor&, double scale) {
    return fit * real(scale);
  };
  w.weights = [](const Tensor& scores, const Tensor& bias, const Mask& hidden) {
    return softmax(masked_fill(scores, hidden, -1e30)) +
           masked_fill(bias, hidden, 0);
  };
}

void mask_after_softmax(Way& w) {
  w.weights = [](const Tensor& scores, const Tensor&, const Mask& hidden) {
    return masked_fill(softmax(scores), hidden, 0);
  };
}

void hidden_score_0(Way& w) {
  w.weights = [](const Tensor& scores, const Tensor&, const Mask& hidden) {
    return softmax(masked_fill(scores, hidden, 0));
  };
}

void over_the_queries(Way& w) {
  w.weights = [](const Tensor& scores, const Tensor&, const Mask& hidden) {
    return softmax(masked_fill(scores, hidden, -1e30), -2);
  };
}

void slopes_reversed(Way& w) {
  w.slope = [](const Tensor& slopes) { return flip(slopes, {0}); };
}

void first_slope(Way& w) {
  w.slope = [](const Tensor& slopes) {
    return expand(slice(slopes, {{0, 1}}), slopes.shape());
  };
}

void slopes_detached(Way& w) {
  w.slope = [](const Tensor& slopes) { return slopes.detach(); };
}

void more_accepted(Way& w) { w.refuses_more = false; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"rewards-distance",
       "far keys get more than near ones: slope times distance is subtracted "
       "(slope times the *place* of the key, as in the authors' program, would "
       "be added)",
       {with<rewards_distance>}},
      {"distance-from-0",
       "your distances count queries from 0, |i - j|; query i stands at "
       "S - T + i",
       {with<distance_from_0>}},
      {"mask-from-0",
       "your queries count from 0, and see the keys up to i; query i stands at "
       "S - T + i and sees all keys up to there",
       {with<mask_from_0>}},
      {"no-mask",
       "your queries see the keys after them; the attention is causal",
       {with<no_mask>}},
      {"sees-one-ahead",
       "your queries see one key too many, the one right after them",
       {with<sees_one_ahead>}},
      {"key-without-mask",
       "you add slope times the place of the key, as the authors' program "
       "does, "
       "but without the causal mask that it relies on",
       {with<key_without_mask>}},
      {"squared", "you take the square of the distance", {with<squared>}},
      {"no-penalty", "the distances play no part", {with<no_penalty>}},
      {"no-scale",
       "your dot products are not divided by the square root of K",
       {with<no_scale>}},
      {"divided-by-k",
       "you divide by K; it is its square root",
       {with<divided_by_k>}},
      {"penalty-scaled",
       "you divide the penalty by the square root of K, too; it is added to "
       "the scaled scores",
       {with<penalty_scaled>}},
      {"penalty-multiplied",
       "you multiply the scores by the penalty; it is added to them",
       {with<penalty_multiplied>}},
      {"fit-forgotten",
       "your scores are the penalties alone; queries and keys are forgotten",
       {with<fit_forgotten>}},
      {"after-softmax",
       "the penalty comes after the softmax; it belongs to the scores",
       {with<after_softmax>}},
      {"mask-after-softmax",
       "you hide keys after the softmax, so the weights of a row no longer add "
       "up to 1",
       {with<mask_after_softmax>}},
      {"hidden-score-0",
       "you hide a key by a score of 0; e^0 is 1, and it still has weight",
       {with<hidden_score_0>}},
      {"over-the-queries",
       "your softmax runs over the queries; it runs over the keys, the last "
       "axis",
       {with<over_the_queries>}},
      {"slopes-reversed",
       "the first head has the last slope: their order is turned round",
       {with<slopes_reversed>}},
      {"first-slope",
       "all heads have the first slope; each has its own",
       {with<first_slope>}},
      {"slopes-detached",
       "the slopes get no gradient: you take their numbers out of the tensor",
       {with<slopes_detached>}},
      {"more-accepted",
       "more queries than keys are accepted; the first of them would stand "
       "before the text",
       {with<more_accepted>}},
  };
  return all;
}
