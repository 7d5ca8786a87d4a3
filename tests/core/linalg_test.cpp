#include "horloge/core/linalg.h"

#include <gtest/gtest.h>

namespace horloge {
namespace {

// xtensor-blas that has not read what declares BLAS multiplies in loops of its own, many times
// slower.
TEST(Linalg, CallsTheBlas) {
#ifndef CXXBLAS_DRIVERS_CBLAS_H
  FAIL() << "xt::linalg does not call BLAS";
#endif
}

TEST(Linalg, MultipliesMatrices) {
  const Array a = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(xt::linalg::dot(a, xt::transpose(a)), (Array{{14, 32}, {32, 77}}));
  EXPECT_EQ(xt::linalg::dot(a, Array{1, 0, -1}), (Array{-2, -2}));
}

}  // namespace
}  // namespace horloge
