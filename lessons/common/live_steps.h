#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "course/live/arguments.h"
#include "horloge/core/error.h"

// What all training runs in a page have in common.

/// ValueError if the heads cannot share the columns of a model equally.
inline void need_equal_heads(std::size_t d_model, std::size_t num_heads) {
  if (d_model % num_heads != 0)
    throw horloge::ValueError(
        fmt::format("a width of {} cannot be shared equally by {} heads",
                    d_model, num_heads));
}

/// As many updates as "steps" asks for, or until the training is over:
///   {"done", "steps" of all, "losses", "accuracy" if "test" is true}
/// A Training has step(), done(), steps() and accuracy(). ValueError once a
/// loss is no number any more.
template <class Training>
live::Json live_steps(Training& training, const live::Json& with) {
  const std::size_t many = live::whole_number(with, "steps", 1, 1000);
  const bool tested = live::truth(with, "test");
  live::Json losses = live::Json::array();
  for (std::size_t i = 0; i < many; ++i) {
    if (training.done() == training.steps() && i > 0) break;
    const double loss = training.step();
    if (!std::isfinite(loss))
      throw horloge::ValueError(
          fmt::format("after {} steps the loss is no number any more: try a "
                      "smaller learning rate",
                      training.done()));
    losses.push_back(loss);
  }
  live::Json answer = {{"done", training.done()},
                       {"steps", training.steps()},
                       {"losses", losses}};
  if (tested) answer["accuracy"] = training.accuracy();
  return answer;
}
