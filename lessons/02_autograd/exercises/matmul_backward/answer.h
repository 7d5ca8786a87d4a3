#pragma once

#include "course/exercise/exercise.h"

struct MatmulGradients {
  horloge::Array da, db;
};

MatmulGradients matmul_backward(const horloge::Array& a,
                                const horloge::Array& b,
                                const horloge::Array& dy);
