#pragma once

// xt::linalg: products of matrices, norms, decompositions. It cannot share a file with <cblas.h>.

#include "horloge/core/xtensor.h"

#include <xtensor-blas/xlinalg.hpp>
