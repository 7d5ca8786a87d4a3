#pragma once

#include "course/exercise/exercise.h"

/// dq (T, K), dtable (2k + 1, K)
struct ClippedGradients {
  horloge::Array q, table;
};

ClippedGradients clipped_backward(const horloge::Array& q,
                                  const horloge::Array& table,
                                  const horloge::Array& dscores);
