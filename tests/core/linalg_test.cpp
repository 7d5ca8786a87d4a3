#include "horloge/core/linalg.h"

#include <gtest/gtest.h>

namespace horloge {
namespace {

// Without this header xtensor-blas computes products in loops of its own, many times slower.
TEST(Linalg, CallsTheBlas) {
#ifdef CXXBLAS_DRIVERS_CBLAS_H
  constexpr bool blas = true;
#else
  constexpr bool blas = false;
#endif
  EXPECT_TRUE(blas);
}

TEST(Linalg, MultipliesMatrices) {
  const Array a = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(xt::linalg::dot(a, xt::transpose(a)), (Array{{14, 32}, {32, 77}}));
  EXPECT_EQ(xt::linalg::dot(a, Array{1, 0, -1}), (Array{-2, -2}));
}

}  // namespace
}  // namespace horloge
