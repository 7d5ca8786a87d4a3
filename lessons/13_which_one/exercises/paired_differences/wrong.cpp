#include <cmath>
#include <functional>
#include <limits>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Numbers = std::vector<double>;

double mean_of(const Numbers& x) {
  double sum = 0;
  for (const double one : x) sum += one;
  return sum / double(x.size());
}

double squares_of(const Numbers& x) {
  const double mean = mean_of(x);
  double sum = 0;
  for (const double one : x) sum += (one - mean) * (one - mean);
  return sum;
}

double deviation_of(const Numbers& x) {
  return std::sqrt(squares_of(x) / (double(x.size()) - 1));
}

// The numbers of one length: of the seeds that have a pair, and all.
struct Column {
  Numbers a, b, d;
  Numbers all_a, all_b;
};

// How a column becomes three numbers; a mistake takes the place of a step.
struct Way {
  std::function<double(const Column&)> mean = [](const Column& c) {
    return mean_of(c.d);
  };
  std::function<double(const Column&)> deviation = [](const Column& c) {
    return deviation_of(c.d);
  };
  std::function<double(double deviation, const Column&)> error =
      [](double deviation, const Column& c) {
        return deviation / std::sqrt(double(c.d.size()));
      };
  bool same_shape = true, two_pairs = true;
  bool whole_seeds = false;  // one that lacks a number is left out everywhere
  bool is_pair(const Array& a, const Array& b, std::size_t s,
               std::size_t i) const {
    if (!whole_seeds) return !std::isnan(a(s, i)) && !std::isnan(b(s, i));
    for (std::size_t n = 0; n < a.shape(1); ++n)
      if (std::isnan(a(s, n)) || std::isnan(b(s, n))) return false;
    return true;
  }

  Column column(const Array& a, const Array& b, std::size_t i) const {
    Column c;
    for (std::size_t s = 0; s < std::min(a.shape(0), b.shape(0)); ++s) {
      c.all_a.push_back(a(s, i));
      c.all_b.push_back(b(s, i));
      if (!is_pair(a, b, s, i)) continue;
      c.a.push_back(a(s, i));
      c.b.push_back(b(s, i));
      c.d.push_back(a(s, i) - b(s, i));
    }
    return c;
  }

  Array run(const Array& a, const Array& b) const {
    if (same_shape && a.shape() != b.shape()) throw ShapeError("no");
    const std::size_t N = std::min(a.shape(1), b.shape(1));
    Array rows = zeros({3, N});
    for (std::size_t i = 0; i < N; ++i) {
      const Column c = column(a, b, i);
      if (two_pairs && c.d.size() < 2) throw ValueError("no");
      rows(0, i) = mean(c);
      rows(1, i) = deviation(c);
      rows(2, i) = error(rows(1, i), c);
    }
    return rows;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(const Array& a, const Array& b) {
  Way way;
  mistake(way);
  return way.run(a, b);
}

Numbers numbers_in(const Numbers& x, double in_place_of_nan) {
  Numbers all;
  for (const double one : x)
    if (!std::isnan(one))
      all.push_back(one);
    else if (!std::isnan(in_place_of_nan))
      all.push_back(in_place_of_nan);
  return all;
}

const double left_out = std::numeric_limits<double>::quiet_NaN();

void divided_by_n(Way& w) {
  w.deviation = [](const Column& c) {
    return std::sqrt(squares_of(c.d) / double(c.d.size()));
  };
}

void unpaired(Way& w) {
  w.deviation = [](const Column& c) {
    return std::hypot(deviation_of(c.a), deviation_of(c.b));
  };
}

void difference_of_deviations(Way& w) {
  w.deviation = [](const Column& c) {
    return deviation_of(c.a) - deviation_of(c.b);
  };
}

void variance(Way& w) {
  w.deviation = [](const Column& c) {
    return squares_of(c.d) / (double(c.d.size()) - 1);
  };
}

void mean_not_taken_off(Way& w) {
  w.deviation = [](const Column& c) {
    double sum = 0;
    for (const double one : c.d) sum += one * one;
    return std::sqrt(sum / (double(c.d.size()) - 1));
  };
}

void mean_absolute(Way& w) {
  w.deviation = [](const Column& c) {
    double sum = 0;
    for (const double one : c.d) sum += std::abs(one - mean_of(c.d));
    return sum / double(c.d.size());
  };
}

void other_way_round(Way& w) {
  w.mean = [](const Column& c) { return -mean_of(c.d); };
}

void without_signs(Way& w) {
  const auto sizes = [](const Column& c) {
    Numbers all;
    for (const double one : c.d) all.push_back(std::abs(one));
    return all;
  };
  w.mean = [=](const Column& c) { return mean_of(sizes(c)); };
  w.deviation = [=](const Column& c) { return deviation_of(sizes(c)); };
}

void only_a(Way& w) {
  w.mean = [](const Column& c) { return mean_of(c.a); };
  w.deviation = [](const Column& c) { return deviation_of(c.a); };
}

void relative(Way& w) {
  const auto shares = [](const Column& c) {
    Numbers all;
    for (std::size_t s = 0; s < c.d.size(); ++s) all.push_back(c.d[s] / c.b[s]);
    return all;
  };
  w.mean = [=](const Column& c) { return mean_of(shares(c)); };
  w.deviation = [=](const Column& c) { return deviation_of(shares(c)); };
}

void means_of_their_own(Way& w) {
  w.mean = [](const Column& c) {
    return mean_of(numbers_in(c.all_a, left_out)) -
           mean_of(numbers_in(c.all_b, left_out));
  };
}

void nan_is_zero(Way& w) {
  const auto d = [](const Column& c) {
    const Numbers a = numbers_in(c.all_a, 0), b = numbers_in(c.all_b, 0);
    Numbers all;
    for (std::size_t s = 0; s < a.size(); ++s) all.push_back(a[s] - b[s]);
    return all;
  };
  w.mean = [=](const Column& c) { return mean_of(d(c)); };
  w.deviation = [=](const Column& c) { return deviation_of(d(c)); };
  w.error = [](double deviation, const Column& c) {
    return deviation / std::sqrt(double(c.all_a.size()));
  };
}

void all_seeds_counted(Way& w) {
  w.mean = [](const Column& c) {
    return mean_of(c.d) * double(c.d.size()) / double(c.all_a.size());
  };
}

void error_of_all_seeds(Way& w) {
  w.error = [](double deviation, const Column& c) {
    return deviation / std::sqrt(double(c.all_a.size()));
  };
}

void nan_stays(Way& w) {
  w.mean = [](const Column& c) { return mean_of(c.all_a) - mean_of(c.all_b); };
  w.deviation = [](const Column& c) {
    return c.d.size() < c.all_a.size() ? left_out : deviation_of(c.d);
  };
}

void whole_seeds(Way& w) { w.whole_seeds = true; }

void no_error(Way& w) {
  w.error = [](double deviation, const Column&) { return deviation; };
}

void error_by_n(Way& w) {
  w.error = [](double deviation, const Column& c) {
    return deviation / double(c.d.size());
  };
}

void error_by_n_minus_1(Way& w) {
  w.error = [](double deviation, const Column& c) {
    return deviation / std::sqrt(double(c.d.size()) - 1);
  };
}

void error_as_deviation(Way& w) {
  w.deviation = [](const Column& c) {
    return deviation_of(c.d) / std::sqrt(double(c.d.size()));
  };
  w.error = [](double error, const Column& c) {
    return error * std::sqrt(double(c.d.size()));
  };
}

void shapes_accepted(Way& w) { w.same_shape = false; }

void one_pair_accepted(Way& w) { w.two_pairs = false; }

// The rows as columns.
Array transposed(const Array& a, const Array& b) {
  return xt::transpose(Way().run(a, b));
}

// Over the lengths of each seed.
Array along_the_lengths(const Array& a, const Array& b) {
  if (a.shape() != b.shape()) throw ShapeError("no");
  return Way().run(xt::transpose(a), xt::transpose(b));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"divided-by-n",
       "your deviation divides by n; the mean was taken from the same numbers, "
       "so it is n - 1 (xt::stddev and np.std divide by n, too)",
       {with<divided_by_n>}},
      {"unpaired",
       "your deviation is that of two schemes with seeds of their own, the "
       "root "
       "of both variances added; here the seeds are the same, and what they "
       "have in common cancels in a - b",
       {with<unpaired>}},
      {"difference-of-deviations",
       "you subtract the deviations of a and b; it is the deviation of a - b",
       {with<difference_of_deviations>}},
      {"variance",
       "the square root is missing: you return the variance",
       {with<variance>}},
      {"mean-not-taken-off",
       "you add up the squares of the differences themselves; the mean has to "
       "be taken off first",
       {with<mean_not_taken_off>}},
      {"mean-absolute",
       "your deviation is the mean of absolute values; it is the root of the "
       "mean square",
       {with<mean_absolute>}},
      {"other-way-round",
       "you subtract a from b; it is a - b, what a has more",
       {with<other_way_round>}},
      {"without-signs",
       "you take absolute differences: then a scheme that wins and loses by "
       "turns looks better than it is",
       {with<without_signs>}},
      {"only-a", "you describe a alone; b is not taken off", {with<only_a>}},
      {"relative",
       "you divide the differences by b; they are asked for as they are",
       {with<relative>}},
      {"means-of-their-own",
       "you subtract the mean of b from that of a, each over the seeds that it "
       "has; a seed that lacks one of both has no pair, and counts for neither",
       {with<means_of_their_own>}},
      {"nan-is-zero",
       "a missing number counts as 0; its seed has to be left out",
       {with<nan_is_zero>}},
      {"all-seeds-counted",
       "your mean divides by the number of all seeds; it is n, the number of "
       "pairs",
       {with<all_seeds_counted>}},
      {"error-of-all-seeds",
       "your error divides by the root of the number of all seeds; it is n, "
       "the number of pairs",
       {with<error_of_all_seeds>}},
      {"nan-stays",
       "a single missing number makes the whole length NaN; leave its seed out "
       "(x == NaN is never true: std::isnan asks)",
       {with<nan_stays>}},
      {"whole-seeds",
       "a seed that lacks a number at one length is left out at all of them; "
       "it still counts where both have a number",
       {with<whole_seeds>}},
      {"no-error",
       "your third row is the deviation once more; the error of a mean is "
       "smaller, by the root of n",
       {with<no_error>}},
      {"error-by-n",
       "your error divides the deviation by n; it is the root of n",
       {with<error_by_n>}},
      {"error-by-n-minus-1",
       "your error divides by the root of n - 1; the 1 is already taken off in "
       "the deviation, and here it is the root of n",
       {with<error_by_n_minus_1>}},
      {"error-as-deviation",
       "the second row and the third have changed places: first the deviation, "
       "then the error of the mean",
       {with<error_as_deviation>}},
      {"shapes-accepted",
       "a and b of different shapes are accepted",
       {with<shapes_accepted>}},
      {"one-pair-accepted",
       "a length with fewer than two pairs is accepted; nothing deviates from "
       "itself",
       {with<one_pair_accepted>}},
      {"transposed",
       "your result has a row for each length; it has a column for each",
       {transposed}},
      {"along-the-lengths",
       "you compare the lengths of each seed; it is the seeds, the first axis, "
       "that are many",
       {along_the_lengths}},
  };
  return all;
}
