// Is it what it should be? Asked before it is used.

#include "checks.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "numpy_style.h"
#include "steps.h"

using namespace horloge;
using stage::Page;

// Step: the_checks
void check_ids(const Ids& ids, std::size_t vocab_size) {
  const auto V = static_cast<std::int64_t>(vocab_size);
  for (const std::int64_t id : ids)
    if (id < 0 || id >= V)
      throw IndexError(
          fmt::format("id {} has no row: ids run from 0 to {}", id, V - 1));
}

Ids whole_numbers(const Array& numbers) {
  for (const real x : numbers)
    if (std::fmod(x, 1) != 0)
      throw ValueError(fmt::format("{} is no id: ids are whole numbers", x));
  return Ids(numbers);
}

void check_embedding_shape(const Ids& ids, const Array& y,
                           std::size_t d_model) {
  Shape want = ids.shape();
  want.push_back(d_model);
  if (y.shape() != want)
    throw ShapeError(fmt::format("a row of {} for each id is {}, not {}",
                                 d_model, to_string(want),
                                 to_string(y.shape())));
}

void the_checks(Page& page) {
  const Example e = example();
  check_ids(e.ids, 1000);
  page.print("ids {}: each has a row\n", to_string(e.ids.shape()));

  const Ids ids = whole_numbers({7.0, 3.0});
  page.print("7.0 and 3.0 are ids: {} and {}\n", ids(0), ids(1));

  const Array y = token_embedding_lookup(e.ids, e.matrix);
  check_embedding_shape(e.ids, y, 128);
  page.print("rows {}: one for each id\n", to_string(y.shape()));
}

// End of steps
stage::StepCodes check_steps() { return {{"the_checks", the_checks}}; }
