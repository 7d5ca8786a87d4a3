#include "horloge/kernels/sums.h"

#include <vector>

#include "support/threads.h"

namespace horloge {
namespace {

constexpr std::size_t sizes[][2] = {{1, 1},  {3, 5},  {0, 4},  {4, 0},     {1, 100},  {100, 1},
                                    {7, 63}, {7, 64}, {7, 65}, {700, 129}, {5, 20000}};

TEST(SumRows, AddsUpEachColumn) {
  for (const auto& [rows, columns] : sizes)
    for (const real beta : {real{0}, real{1}, real{-2}}) {
      const Array x = Rng(3).normal({rows, columns});
      const Array before = beta == real{0} ? full({columns}, std::numeric_limits<real>::quiet_NaN())
                                           : Rng(4).normal({columns});
      const auto run = [&, rows = rows, columns = columns] {
        Array out = before;
        sum_rows(x.data(), out.data(), rows, columns, beta);
        return out;
      };
      Array want = empty({columns});
      for (std::size_t j = 0; j < columns; ++j) {
        double sum =
            beta == real{0} ? 0 : static_cast<double>(beta) * static_cast<double>(before(j));
        for (std::size_t i = 0; i < rows; ++i) sum += static_cast<double>(x(i, j));
        want(j) = static_cast<real>(sum);
      }
      EXPECT_TRUE(test::near(run(), want, test::bound(5e-5, 1e-12))) << rows << " x " << columns;
      EXPECT_TRUE(test::same_with_any_threads([&] { return std::vector{run()}; }))
          << rows << " x " << columns;
    }
}

}  // namespace
}  // namespace horloge
