#pragma once

#include "course/exercise/exercise.h"

horloge::Array softmax_with_sink(const horloge::Array& scores,
                                 const horloge::Array& sinks);

/// Of the scores and of the sinks, each of the shape of what it belongs to.
struct SinkGradients {
  horloge::Array scores, sinks;
};

SinkGradients softmax_with_sink_backward(const horloge::Array& scores,
                                         const horloge::Array& sinks,
                                         const horloge::Array& dweights);
