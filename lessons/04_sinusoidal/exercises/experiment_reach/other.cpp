// Number by number, every pair twice.

#include "exercises/experiment_reach/answer.h"

using namespace horloge;

double my_guess() { return 6; }

double farthest(const Array& table) {
  std::vector<double> distances;
  for (std::size_t p = 0; p < table.shape(0); ++p)
    for (std::size_t q = 0; q < table.shape(0); ++q) {
      double squares = 0;
      for (std::size_t j = 0; j < table.shape(1); ++j)
        squares += std::pow(table(p, j) - table(q, j), 2);
      distances.push_back(std::sqrt(squares));
    }
  return *std::max_element(distances.begin(), distances.end());
}

Meaning what_it_means() { return Meaning::by_the_same_step; }
