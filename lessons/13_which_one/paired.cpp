// Differences of pairs, and whether they are more than noise.

#include "paired.h"

#include <cmath>
#include <cstddef>

namespace {

// Of Student's distribution, with so many degrees of freedom, 95 % lie between
// minus this and this.
double student(std::size_t freedom) {
  static const std::vector<double> first = {12.706, 4.303, 3.182, 2.776, 2.571,
                                            2.447,  2.365, 2.306, 2.262, 2.228};
  return freedom <= first.size() ? first[freedom - 1]
                                 : 1.96 + 2.5 / double(freedom);
}

}  // namespace

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double one : x) sum += one;
  return sum / double(x.size());
}

double deviation(const std::vector<double>& x) {
  if (x.size() < 2) return 0;
  const double middle = mean(x);
  double squares = 0;
  for (const double one : x) squares += (one - middle) * (one - middle);
  return std::sqrt(squares / double(x.size() - 1));
}

Difference paired_difference(const std::vector<double>& a,
                             const std::vector<double>& b) {
  std::vector<double> d;
  for (std::size_t s = 0; s < a.size(); ++s) d.push_back(a[s] - b[s]);
  Difference all{mean(d), deviation(d), true};
  if (d.size() < 2) return all;
  const double n = double(d.size());
  all.within_noise = std::abs(all.mean) <=
                     student(d.size() - 1) * all.deviation / std::sqrt(n);
  return all;
}
