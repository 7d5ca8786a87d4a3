// By sines alone, and by the angles' logarithms.

#include "exercises/experiment_d_model/answer.h"

using namespace horloge;

Width measure_width(const MakeTable& make_table, std::size_t d_model) {
  const Array pe = make_table(3, d_model);
  const Array sines =
      xt::view(pe, 1, xt::range(0, static_cast<std::ptrdiff_t>(d_model), 2));
  const Array angles = xt::asin(sines);
  const double growth = std::exp(std::log(angles(0)) - std::log(angles(1)));
  return {sines.size(), 1 / xt::amin(angles)(), growth};
}

DModelFindings experiment_d_model(const MakeTable& make_table,
                                  const std::vector<std::size_t>& d_models) {
  const Width first = measure_width(make_table, d_models.front());
  const Width last = measure_width(make_table, d_models.back());
  bool reached = false;
  for (const std::size_t d_model : d_models)
    reached =
        reached || measure_width(make_table, d_model).largest_divisor >= 9999.9;
  return {reached, last.largest_divisor / first.largest_divisor > 2,
          first.growth - last.growth > 1e-3};
}
