// Rows made one long first, then multiplied all at once.

#include "exercises/experiment_width/answer.h"

using namespace horloge;

double my_guess() { return 0.5; }

double likeness(const Array& table) {
  Array unit = table;
  for (std::size_t pos = 0; pos < unit.shape(0); ++pos) {
    double squares = 0;
    for (std::size_t j = 0; j < unit.shape(1); ++j)
      squares += unit(pos, j) * unit(pos, j);
    for (std::size_t j = 0; j < unit.shape(1); ++j)
      unit(pos, j) /= std::sqrt(squares);
  }
  const Array before =
      xt::view(unit, xt::range(0, static_cast<int>(unit.shape(0)) - 1));
  const Array after = xt::view(unit, xt::range(1, unit.shape(0)));
  const Array products = before * after;
  return xt::sum(products)() / static_cast<double>(before.shape(0));
}

Meaning what_it_means() { return Meaning::hardly_anything; }
