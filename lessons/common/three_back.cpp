#include "common/three_back.h"

#include <cmath>

using horloge::Array;
using horloge::Ids;

Ids three_back(const Ids& ids) {
  Ids answers = Ids::from_shape(ids.shape());
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 0; t < ids.shape(1); ++t)
      answers(b, t) = t < 3 ? no_question : ids(b, t - 3);
  return answers;
}

double right_from(std::size_t first, const Array& scores, const Ids& answers) {
  double right = 0, asked = 0;
  for (std::size_t b = 0; b < scores.shape(0); ++b)
    for (std::size_t t = first; t < scores.shape(1); ++t) {
      if (answers(b, t) < 0) continue;
      std::size_t said = 0;
      for (std::size_t v = 1; v < scores.shape(2); ++v)
        if (scores(b, t, v) > scores(b, t, said)) said = v;
      right += static_cast<std::int64_t>(said) == answers(b, t) ? 1 : 0;
      ++asked;
    }
  return right / asked;
}

double mean_percent(const std::vector<Shares>& of_seeds, std::size_t i) {
  double mean = 0;
  for (const Shares& shares : of_seeds)
    mean += 100 * shares[i] / static_cast<double>(of_seeds.size());
  return mean;
}

double deviation_percent(const std::vector<Shares>& of_seeds, std::size_t i) {
  const double mean = mean_percent(of_seeds, i);
  double squares = 0;
  for (const Shares& shares : of_seeds)
    squares += std::pow(100 * shares[i] - mean, 2) /
               static_cast<double>(of_seeds.size());
  return std::sqrt(squares);
}

void print_shares(stage::Page& page, const std::string& name,
                  const std::vector<Shares>& of_seeds, std::size_t width) {
  page.print("{:<{}}", name, width);
  for (std::size_t i = 0; i < of_seeds[0].size(); ++i)
    page.print(" {:5.1f} ± {:4.1f}", mean_percent(of_seeds, i),
               deviation_percent(of_seeds, i));
  page.print("\n");
}

std::vector<Shares> differences(const std::vector<Shares>& a,
                                const std::vector<Shares>& b) {
  std::vector<Shares> all = a;
  for (std::size_t s = 0; s < a.size(); ++s)
    for (std::size_t i = 0; i < a[s].size(); ++i) all[s][i] -= b[s][i];
  return all;
}
