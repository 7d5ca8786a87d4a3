#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// One number at one update.
struct Number {
  double g, m, v, m_hat, v_hat, eps, lr, beta1, beta2, t, parameter;
};

using Of = std::function<double(const Number&)>;

struct Way {
  Of m = [](const Number& a) { return a.beta1 * a.m + (1 - a.beta1) * a.g; };
  Of v = [](const Number& a) {
    return a.beta2 * a.v + (1 - a.beta2) * a.g * a.g;
  };
  Of m_hat = [](const Number& a) { return a.m / (1 - std::pow(a.beta1, a.t)); };
  Of v_hat = [](const Number& a) { return a.v / (1 - std::pow(a.beta2, a.t)); };
  Of change = [](const Number& a) {
    return -a.lr * a.m_hat / (std::sqrt(a.v_hat) + a.eps);
  };
  bool forgets = false, keeps_corrected = false, counts = true;
  bool shared_v = false, betas_swapped = false;
  double first = 1;

  void run(Array& parameter, const Array& gradient, AdamState& state, double lr,
           double beta1, double beta2, double eps) const {
    if (betas_swapped) std::swap(beta1, beta2);
    if (state.updates == 0 || state.m.size() != parameter.size())
      state.m = state.v = zeros(parameter.shape());
    const auto t = double(state.updates) + first;
    if (counts) ++state.updates;
    if (forgets) state.m = state.v = zeros(parameter.shape());
    double mean_square = 0;
    for (const real g : gradient)
      mean_square += double(g * g) / double(gradient.size());
    for (std::size_t i = 0; i < parameter.size(); ++i) {
      Number a{gradient.data()[i],
               state.m.data()[i],
               state.v.data()[i],
               0,
               0,
               eps,
               lr,
               beta1,
               beta2,
               t,
               parameter.data()[i]};
      a.m = m(a);
      if (shared_v) a.g = std::sqrt(mean_square);
      a.v = v(a);
      a.m_hat = m_hat(a);
      a.v_hat = v_hat(a);
      parameter.data()[i] += change(a);
      state.m.data()[i] = keeps_corrected ? a.m_hat : a.m;
      state.v.data()[i] = keeps_corrected ? a.v_hat : a.v;
    }
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
void with(Array& parameter, const Array& gradient, AdamState& state, double lr,
          double beta1, double beta2, double eps) {
  Way way;
  mistake(way);
  way.run(parameter, gradient, state, lr, beta1, beta2, eps);
}

void no_correction(Way& w) {
  w.m_hat = [](const Number& a) { return a.m; };
  w.v_hat = [](const Number& a) { return a.v; };
}
void m_only(Way& w) {
  w.v_hat = [](const Number& a) { return a.v; };
}
void v_only(Way& w) {
  w.m_hat = [](const Number& a) { return a.m; };
}
void not_powers(Way& w) {
  w.m_hat = [](const Number& a) { return a.m / (1 - a.beta1); };
  w.v_hat = [](const Number& a) { return a.v / (1 - a.beta2); };
}
void multiplied(Way& w) {
  w.m_hat = [](const Number& a) { return a.m * (1 - std::pow(a.beta1, a.t)); };
  w.v_hat = [](const Number& a) { return a.v * (1 - std::pow(a.beta2, a.t)); };
}
void one_beta(Way& w) {
  w.v_hat = [](const Number& a) { return a.v / (1 - std::pow(a.beta1, a.t)); };
}
void starts_at_0(Way& w) { w.first = 0; }
void starts_at_2(Way& w) { w.first = 2; }
void not_counted(Way& w) { w.counts = false; }
void uphill(Way& w) {
  w.change = [](const Number& a) {
    return a.lr * a.m_hat / (std::sqrt(a.v_hat) + a.eps);
  };
}
void eps_inside(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr * a.m_hat / std::sqrt(a.v_hat + a.eps);
  };
}
void no_eps(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr * a.m_hat / std::sqrt(a.v_hat);
  };
}
void usual_eps(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr * a.m_hat / (std::sqrt(a.v_hat) + 1e-8);
  };
}
void eps_before_correction(Way& w) {
  w.change = [](const Number& a) {
    const double share = std::sqrt(1 - std::pow(a.beta2, a.t));
    return -a.lr * a.m_hat * share / (std::sqrt(a.v) + a.eps);
  };
}
void no_root(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr * a.m_hat / (a.v_hat + a.eps);
  };
}
void no_v(Way& w) {
  w.change = [](const Number& a) { return -a.lr * a.m_hat; };
}
void of_gradient(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr * a.g / (std::sqrt(a.v_hat) + a.eps);
  };
}
void plain(Way& w) {
  w.change = [](const Number& a) { return -a.lr * a.g; };
}
void no_square(Way& w) {
  w.v = [](const Number& a) {
    return a.beta2 * a.v + (1 - a.beta2) * std::fabs(a.g);
  };
}
void of_m_squared(Way& w) {
  w.v = [](const Number& a) {
    return a.beta2 * a.v + (1 - a.beta2) * a.m * a.m;
  };
}
void sums(Way& w) {
  w.m = [](const Number& a) { return a.beta1 * a.m + a.g; };
  w.v = [](const Number& a) { return a.beta2 * a.v + a.g * a.g; };
}
void sum_m(Way& w) {
  w.m = [](const Number& a) { return a.beta1 * a.m + a.g; };
}
void weights_swapped(Way& w) {
  w.m = [](const Number& a) { return (1 - a.beta1) * a.m + a.beta1 * a.g; };
  w.v = [](const Number& a) {
    return (1 - a.beta2) * a.v + a.beta2 * a.g * a.g;
  };
}
void betas_swapped(Way& w) { w.betas_swapped = true; }
void forgets(Way& w) { w.forgets = true; }
void keeps_corrected(Way& w) { w.keeps_corrected = true; }
void shared_v(Way& w) { w.shared_v = true; }
void decays(Way& w) {
  w.change = [](const Number& a) {
    return -a.lr *
           (a.m_hat / (std::sqrt(a.v_hat) + a.eps) + 0.01 * a.parameter);
  };
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-correction",
       "m and v are used as they are; at the beginning they are too small, and "
       "are divided by 1 - beta^t",
       {with<no_correction>}},
      {"m-only", "only m is corrected; v begins at 0, too", {with<m_only>}},
      {"v-only", "only v is corrected; m begins at 0, too", {with<v_only>}},
      {"no-power",
       "you divide by 1 - beta at every update; it is 1 - beta^t, which comes "
       "close to 1",
       {with<not_powers>}},
      {"multiplied",
       "you multiply by 1 - beta^t; m and v are too small, so they are divided",
       {with<multiplied>}},
      {"one-beta",
       "v is corrected with beta1; it was made with beta2",
       {with<one_beta>}},
      {"starts-at-0",
       "your t is 0 at the first update, and 1 - beta^0 is 0; count first, "
       "then "
       "correct",
       {with<starts_at_0>}},
      {"starts-at-2",
       "your t is one too large: it is 1 at the first update",
       {with<starts_at_2>}},
      {"not-counted",
       "state.updates stays 0, so every update is the first",
       {with<not_counted>}},
      {"uphill",
       "the parameter goes up the slope; the loss is to fall",
       {with<uphill>}},
      {"eps-inside",
       "eps is added under the root; it belongs outside",
       {with<eps_inside>}},
      {"no-eps", "eps is missing", {with<no_eps>}},
      {"usual-eps",
       "your eps is always 1e-8; here it is given",
       {with<usual_eps>}},
      {"eps-before-correction",
       "eps is added to the root of v before it is corrected, as some programs "
       "do; here it is added to that of v^",
       {with<eps_before_correction>}},
      {"no-root",
       "you divide by v^; it is a mean of squares, and its root has the size "
       "of a gradient",
       {with<no_root>}},
      {"no-v",
       "v plays no part: each number is to go as far as its own gradients are "
       "steady, not as they are large",
       {with<no_v>}},
      {"of-gradient",
       "you go along the gradient itself; Adam goes along m^, the mean of the "
       "last ones",
       {with<of_gradient>}},
      {"plain-sgd",
       "that is plain gradient descent, lr times the gradient",
       {with<plain>}},
      {"no-square",
       "v is a mean of the gradients' sizes; it should be of their squares",
       {with<no_square>}},
      {"squares-of-m",
       "v is made of the squares of m; it should be of those of the gradient",
       {with<of_m_squared>}},
      {"sums",
       "m and v are sums: the new gradient is to be multiplied by 1 - beta",
       {with<sums>}},
      {"sum-m",
       "m is a sum: the new gradient is to be multiplied by 1 - beta1",
       {with<sum_m>}},
      {"weights-swapped",
       "beta and 1 - beta are swapped: most of a mean is the old one",
       {with<weights_swapped>}},
      {"betas-swapped",
       "beta1 and beta2 are swapped: the first is for m",
       {with<betas_swapped>}},
      {"forgets",
       "m and v are begun anew at each update; they are kept in the state",
       {with<forgets>}},
      {"keeps-corrected",
       "you put the corrected m^ and v^ back into the state; it keeps m and v "
       "as they are",
       {with<keeps_corrected>}},
      {"one-v-for-all",
       "one v is shared by all numbers of the parameter; each has its own",
       {with<shared_v>}},
      {"decays",
       "the parameter shrinks by itself: that is AdamW's weight decay, which "
       "is not asked for here",
       {with<decays>}},
  };
  return all;
}
