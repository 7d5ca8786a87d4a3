#pragma once

// What an exercise may use without asking: arrays and their functions, tensors,
// modules and the library's operations. Compiled once, so that an answer is
// built in little more than a second.

#include "course/exercise/todo.h"
#include "horloge/autograd/record.h"
#include "horloge/autograd/tensor.h"
#include "horloge/core/error.h"
#include "horloge/core/linalg.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/module.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/math.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/reduce.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"
#include "horloge/train/adam.h"
#include "horloge/train/sgd.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using exercise::todo;
