#pragma once

// xt::linalg: products of matrices, norms, decompositions. It cannot share a file with <cblas.h>.

#include "horloge/core/xtensor.h"

// Comes first: from 0.21 on xlinalg.hpp reads its own configuration too late, and would multiply in
// plain loops where it can call BLAS.
#include <xtensor-blas/xblas_config.hpp>

#include <xtensor-blas/xlinalg.hpp>
