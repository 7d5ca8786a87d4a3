#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// Of one number of one row, what its gradients are made of.
struct Number {
  double x, n, dy, weight, s, mean_g, mean_gn, D;

  double g() const { return dy * weight; }
};

using Of = std::function<double(const Number&)>;

struct Way {
  Of dx = [](const Number& a) {
    return (a.g() - a.mean_g - a.n * a.mean_gn) / a.s;
  };
  Of dweight = [](const Number& a) { return a.dy * a.n; };
  Of dbias = [](const Number& a) { return a.dy; };
  std::function<double(double variance, double eps)> size =
      [](double variance, double eps) { return std::sqrt(variance + eps); };
  std::function<double(const Array& x, std::size_t t, std::size_t i)> mean =
      [](const Array& x, std::size_t t, std::size_t) {
        const Array row = xt::view(x, t);
        return xt::mean(row)();
      };
  std::function<double(const Array& x, std::size_t t, std::size_t i,
                       double mean)>
      variance = [](const Array& x, std::size_t t, std::size_t, double mean) {
        const Array row = xt::view(x, t) - mean;
        return xt::mean(row * row)();
      };
  bool last_row_only = false, mean_of_rows = false, swapped = false;

  NormGradients run(const Array& x, const Array& weight, const Array& dy,
                    double eps) const {
    const std::size_t T = x.shape(0), D = x.shape(1);
    NormGradients d{zeros({T, D}), zeros({D}), zeros({D})};
    for (std::size_t t = 0; t < T; ++t) {
      std::vector<Number> row;
      double mean_g = 0, mean_gn = 0;
      for (std::size_t i = 0; i < D; ++i) {
        const double m = mean(x, t, i);
        const double s = size(variance(x, t, i, m), eps);
        row.push_back({x(t, i), (x(t, i) - m) / s, dy(t, i), weight(i), s, 0, 0,
                       double(D)});
        mean_g += row[i].g() / double(D);
        mean_gn += row[i].g() * row[i].n / double(D);
      }
      for (std::size_t i = 0; i < D; ++i) {
        row[i].mean_g = mean_g;
        row[i].mean_gn = mean_gn;
        const double share = mean_of_rows ? 1 / double(T) : 1;
        if (last_row_only) d.weight(i) = d.bias(i) = 0;
        d.x(t, i) = dx(row[i]);
        d.weight(i) += share * dweight(row[i]);
        d.bias(i) += share * dbias(row[i]);
      }
    }
    if (swapped) std::swap(d.weight, d.bias);
    return d;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
NormGradients with(const Array& x, const Array& weight, const Array& dy,
                   double eps) {
  Way way;
  mistake(way);
  return way.run(x, weight, dy, eps);
}

void constants(Way& w) {
  w.dx = [](const Number& a) { return a.g() / a.s; };
}
void no_mean_term(Way& w) {
  w.dx = [](const Number& a) { return (a.g() - a.n * a.mean_gn) / a.s; };
}
void no_variance_term(Way& w) {
  w.dx = [](const Number& a) { return (a.g() - a.mean_g) / a.s; };
}
void plus(Way& w) {
  w.dx = [](const Number& a) {
    return (a.g() - a.mean_g + a.n * a.mean_gn) / a.s;
  };
}
void sums(Way& w) {
  w.dx = [](const Number& a) {
    return (a.g() - a.D * a.mean_g - a.n * a.D * a.mean_gn) / a.s;
  };
}
void not_divided(Way& w) {
  w.dx = [](const Number& a) { return a.g() - a.mean_g - a.n * a.mean_gn; };
}
void divided_twice(Way& w) {
  w.dx = [](const Number& a) {
    return (a.g() - a.mean_g - a.n * a.mean_gn) / (a.s * a.s);
  };
}
void n_missing(Way& w) {
  w.dx = [](const Number& a) { return (a.g() - a.mean_g - a.mean_gn) / a.s; };
}
void x_for_n(Way& w) {
  w.dx = [](const Number& a) {
    return (a.g() - a.mean_g - a.x * a.mean_gn) / a.s;
  };
}
void weight_after(Way& w) {
  w.dx = [](const Number& a) {
    return a.weight == 0
               ? 0
               : (a.g() - a.weight * (a.mean_g + a.n * a.mean_gn)) / a.s;
  };
}
void zero(Way& w) {
  w.dx = [](const Number&) { return 0.0; };
}
void weight_of_x(Way& w) {
  w.dweight = [](const Number& a) { return a.dy * a.x; };
}
void weight_twice(Way& w) {
  w.dweight = [](const Number& a) { return a.g() * a.n; };
}
void weight_like_bias(Way& w) {
  w.dweight = [](const Number& a) { return a.dy; };
}
void bias_weighted(Way& w) {
  w.dbias = [](const Number& a) { return a.g(); };
}
void last_row_only(Way& w) { w.last_row_only = true; }
void mean_of_rows(Way& w) { w.mean_of_rows = true; }
void swapped(Way& w) { w.swapped = true; }

void no_root(Way& w) {
  w.size = [](double variance, double eps) { return variance + eps; };
}
void eps_outside(Way& w) {
  w.size = [](double variance, double eps) {
    return std::sqrt(variance) + eps;
  };
}
void usual_eps(Way& w) {
  w.size = [](double variance, double) { return std::sqrt(variance + 1e-5); };
}
void divided_by_less(Way& w) {
  w.variance = [](const Array& x, std::size_t t, std::size_t, double mean) {
    const Array row = xt::view(x, t) - mean;
    return xt::sum(row * row)() / (double(x.shape(1)) - 1);
  };
}
void by_squares(Way& w) {
  w.variance = [](const Array& x, std::size_t t, std::size_t, double mean) {
    const Array row = xt::view(x, t);
    return xt::mean(row * row)() - mean * mean;
  };
}
void by_column(Way& w) {
  w.mean = [](const Array& x, std::size_t, std::size_t i) {
    const Array column = xt::view(x, xt::all(), i);
    return xt::mean(column)();
  };
  w.variance = [](const Array& x, std::size_t, std::size_t i, double mean) {
    const Array column = xt::view(x, xt::all(), i) - mean;
    return xt::mean(column * column)();
  };
}
void whole_array(Way& w) {
  w.mean = [](const Array& x, std::size_t, std::size_t) {
    return xt::mean(x)();
  };
  w.variance = [](const Array& x, std::size_t, std::size_t, double mean) {
    const Array centred = x - mean;
    return xt::mean(centred * centred)();
  };
}
void in_float(Way& w) {
  w.size = [](double variance, double eps) {
    return double(std::sqrt(float(variance + eps)));
  };
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"constants",
       "you take mean and s for constants; each x moves them, and with them "
       "all numbers of its row",
       {with<constants>}},
      {"no-mean-term",
       "the way by the mean is missing: the mean of dy weight is subtracted",
       {with<no_mean_term>}},
      {"no-variance-term",
       "the way by s is missing: n times the mean of dy weight n is subtracted",
       {with<no_variance_term>}},
      {"plus",
       "the part of s has the wrong sign: as an x moves away from the mean, s "
       "grows and all n shrink",
       {with<plus>}},
      {"sums",
       "you subtract sums where means belong: each x is but one D-th of the "
       "mean of its row",
       {with<sums>}},
      {"not-divided", "dx is not divided by s, as x was", {with<not_divided>}},
      {"divided-twice", "dx is divided by s twice", {with<divided_twice>}},
      {"n-missing",
       "the mean of dy weight n is subtracted as it is; it is multiplied by n "
       "first",
       {with<n_missing>}},
      {"x-for-n",
       "the mean of dy weight n is multiplied by x; it should be by n, the x "
       "that was normed",
       {with<x_for_n>}},
      {"weight-outside",
       "you multiply both means by the weight of the column that you are at; "
       "each dy goes into them with its own weight already",
       {with<weight_after>}},
      {"no-dx", "dx is zero everywhere", {with<zero>}},
      {"dweight-of-x",
       "dweight is made of x; weight was multiplied by n",
       {with<weight_of_x>}},
      {"dweight-weighted",
       "dweight has weight in it; the slope of n weight by weight is n",
       {with<weight_twice>}},
      {"dweight-like-dbias",
       "dweight is the sum of dy; weight was multiplied by n, so n belongs in "
       "it",
       {with<weight_like_bias>}},
      {"dbias-weighted",
       "dbias has weight in it; bias was only added",
       {with<bias_weighted>}},
      {"last-row-only",
       "dweight and dbias have the last row only (= where += is meant): all "
       "rows used the same weight",
       {with<last_row_only>}},
      {"mean-of-rows",
       "dweight and dbias are means over the rows; gradients of what was used "
       "several times add up",
       {with<mean_of_rows>}},
      {"swapped", "dweight and dbias are swapped", {with<swapped>}},
      {"no-root", "you divide by the variance; s is its root", {with<no_root>}},
      {"eps-outside",
       "eps is added to the root; it belongs under it",
       {with<eps_outside>}},
      {"usual-eps",
       "your eps is always 1e-5; here it is given",
       {with<usual_eps>}},
      {"one-less",
       "the variance is divided by D - 1; in a layer norm it is D",
       {with<divided_by_less>}},
      {"by-squares",
       "your variance is the mean of the squares minus the square of the mean. "
       "For numbers far from 0 all digits cancel; subtract the mean first",
       {with<by_squares>}},
      {"by-column",
       "you take mean and variance of each column; a layer norm takes those "
       "of each row",
       {with<by_column>}},
      {"whole-array",
       "you take mean and variance of the whole array; each row has its own",
       {with<whole_array>}},
      {"in-float",
       "s is kept in float, with about 7 digits: write real or double",
       {with<in_float>}},
  };
  return all;
}
