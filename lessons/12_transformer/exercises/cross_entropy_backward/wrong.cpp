#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

struct Way {
  // The gradient of one logit before the mean is taken.
  std::function<double(double p, bool right, double p_right)> slope =
      [](double p, bool right, double) { return p - (right ? 1 : 0); };
  // What all is divided by.
  std::function<double(double asked, double N, double V)> share =
      [](double asked, double, double) { return asked; };
  bool ignores = true, p_where_ignored = false, ends_at_ignored = false;
  bool refuses = true, shifted = false, by_column = false, moved = true;
  bool rounded = false, nothing_is_nan = false;
  std::int64_t ignored = -100;

  Array weights(const Array& x) const {
    const std::size_t axis = by_column ? 0 : 1;
    const Array largest = xt::amax(x, {axis}, xt::keep_dims);
    const Array e = moved ? Array(xt::exp(x - largest)) : Array(xt::exp(x));
    const Array sums = xt::sum(e, {axis}, xt::keep_dims);
    return e / sums;
  }

  Array run(const Array& logits, const Ids& targets) const {
    const std::size_t N = logits.shape(0), V = logits.shape(1);
    const Array p = weights(logits);
    Array d = zeros(logits.shape());
    double asked = 0;
    for (std::size_t n = 0; n < N; ++n)
      asked += ignores && targets(n) == ignored ? 0 : 1;
    const double over = share(asked, double(N), double(V));
    for (std::size_t n = 0; n < N; ++n) {
      const bool skipped = ignores && targets(n) == ignored;
      if (skipped && ends_at_ignored) break;
      if (skipped && !p_where_ignored) {
        if (nothing_is_nan) xt::view(d, n) = 0 / over;
        continue;
      }
      const bool there = targets(n) >= 0 && targets(n) < std::int64_t(V);
      if (!skipped && !there && refuses && targets(n) != -100)
        throw IndexError("no");
      const std::int64_t target = targets(n) - (shifted ? 1 : 0);
      const bool found = target >= 0 && target < std::int64_t(V);
      for (std::size_t v = 0; v < V; ++v) {
        const bool right = found && std::int64_t(v) == target;
        double each =
            slope(p(n, v), right, found ? p(n, std::size_t(target)) : 0);
        if (rounded) each = double(float(each));
        d(n, v) = each / over;
      }
    }
    return d;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(const Array& logits, const Ids& targets) {
  Way way;
  mistake(way);
  return way.run(logits, targets);
}

void turned_round(Way& w) {
  w.slope = [](double p, bool right, double) { return (right ? 1 : 0) - p; };
}
void only_p(Way& w) {
  w.slope = [](double p, bool, double) { return p; };
}
void target_only(Way& w) {
  w.slope = [](double p, bool right, double) { return right ? p - 1 : 0; };
}
void others_missing(Way& w) {
  w.slope = [](double, bool right, double) { return right ? -1.0 : 0.0; };
}
void minus_one_over_p(Way& w) {
  w.slope = [](double p, bool right, double) { return right ? -1 / p : 0; };
}
void all_minus_one(Way& w) {
  w.slope = [](double p, bool, double) { return p - 1; };
}
void softmax_again(Way& w) {
  w.slope = [](double p, bool right, double p_right) {
    return p * ((right ? 1 : 0) - p_right);
  };
}
void squared_error(Way& w) {
  w.slope = [](double p, bool right, double) {
    return 2 * (p - (right ? 1 : 0));
  };
}
void logarithm(Way& w) {
  w.slope = [](double p, bool right, double) {
    return std::log(p) - (right ? 1 : 0);
  };
}
void no_mean(Way& w) {
  w.share = [](double, double, double) { return 1.0; };
}
void mean_of_all(Way& w) {
  w.share = [](double, double N, double) { return N; };
}
void mean_of_logits(Way& w) {
  w.share = [](double asked, double, double V) { return asked * V; };
}
void not_ignored(Way& w) { w.ignores = false; }
void p_where_ignored(Way& w) { w.p_where_ignored = true; }
void ends_at_ignored(Way& w) { w.ends_at_ignored = true; }
void other_number(Way& w) { w.ignored = -1; }
void class_zero(Way& w) { w.ignored = 0; }
void accepted(Way& w) { w.refuses = false; }
void shifted(Way& w) { w.shifted = true; }
void by_column(Way& w) { w.by_column = true; }
void not_moved(Way& w) { w.moved = false; }
void in_float(Way& w) { w.rounded = true; }
void nothing_is_nan(Way& w) { w.nothing_is_nan = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"turned-round",
       "the sign is turned round: the right logit should get a negative "
       "gradient, so that a step against it raises the logit",
       {with<turned_round>}},
      {"only-p",
       "you give p itself; 1 is to be subtracted where the target is",
       {with<only_p>}},
      {"target-only",
       "only the logit of the target gets a gradient; the others get p: they "
       "took part in the softmax",
       {with<target_only>}},
      {"minus-one",
       "you have the target's -1 alone; the softmax adds its p to every logit",
       {with<others_missing>}},
      {"stops-at-p",
       "-1/p is how the loss moves with p; the way goes on through the softmax "
       "to the logits",
       {with<minus_one_over_p>}},
      {"minus-one-everywhere",
       "you subtract 1 from every p; only the target's",
       {with<all_minus_one>}},
      {"no-logarithm",
       "that is the way back through the softmax alone; the loss takes the "
       "logarithm of p",
       {with<softmax_again>}},
      {"doubled",
       "you have a factor of 2, as for squares of differences; here there is "
       "none",
       {with<squared_error>}},
      {"log-p",
       "you begin with ln p; the gradient has p itself",
       {with<logarithm>}},
      {"no-mean",
       "you do not divide; the loss is a mean over the places that are asked",
       {with<no_mean>}},
      {"mean-of-all",
       "you divide by all places; those that are not asked do not count",
       {with<mean_of_all>}},
      {"mean-of-logits",
       "you divide by the number of logits, too; the mean goes over places",
       {with<mean_of_logits>}},
      {"not-ignored",
       "a target of -100 is taken for a question without a right answer; it is "
       "no question",
       {with<not_ignored>}},
      {"p-where-ignored",
       "places that are not asked get their p; they should get 0",
       {with<p_where_ignored>}},
      {"ends-at-ignored",
       "you stop at the first place that is not asked (break where continue is "
       "meant)",
       {with<ends_at_ignored>}},
      {"other-number",
       "you take -1 for the mark of a place that is not asked; it is -100",
       {with<other_number>}},
      {"class-0-ignored",
       "you ignore the class 0; it is a class like any other",
       {with<class_zero>}},
      {"accepted",
       "a target that is no class is accepted; throw an IndexError",
       {with<accepted>}},
      {"counts-from-1",
       "you count classes from 1; the first one is 0",
       {with<shifted>}},
      {"by-column",
       "your softmax goes down the places; it goes along the logits of one",
       {with<by_column>}},
      {"not-moved",
       "you take the exponential of the logits as they are: that of 1000 is "
       "infinite. Subtract the largest first",
       {with<not_moved>}},
      {"nothing-is-nan",
       "you divide 0 by 0 where nothing is asked at all; the gradients are 0 "
       "then",
       {with<nothing_is_nan>}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or double",
       {with<in_float>}},
  };
  return all;
}
