// All columns at once.

#include "exercises/experiment_columns/answer.h"

using namespace horloge;

double my_guess() { return 0; }

double moving_share(const Array& table) {
  const Array largest = xt::amax(table, {0});
  const Array smallest = xt::amin(table, {0});
  const Array spread = largest - smallest;
  double moving = 0;
  for (const double s : spread) moving += s > 0.1 ? 1 : 0;
  return moving / static_cast<double>(spread.size());
}

Meaning what_it_means() { return Meaning::step_by_step; }
