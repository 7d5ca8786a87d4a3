#pragma once

#include "course/exercise/exercise.h"

/// Of the queries, the keys and the values, each of the shape of what it
/// belongs to.
struct AttentionGradients {
  horloge::Array q, k, v;
};

AttentionGradients attention_backward(const horloge::Array& q,
                                      const horloge::Array& k,
                                      const horloge::Array& v,
                                      const horloge::Array& weights,
                                      const horloge::Array& dy);
