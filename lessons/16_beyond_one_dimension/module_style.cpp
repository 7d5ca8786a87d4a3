// The same with modules.

#include <cstdint>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/picture_code/answer.h"
#include "exercises/resize_table/answer.h"
#include "exercises/turn_mixed/answer.h"
#include "grid.h"
#include "numpy_style.h"

using namespace horloge;

// Step: same_with_modules
Tensor GridSinusoidal::embed(const Tensor& x, const Ids& positions) const {
  return x + Tensor(grid_code(positions, columns_, x.shape().back(), spacing_));
}

Tensor GridRotary::turned(const Tensor& x, const Ids& positions) const {
  const Array angles =
      grid_angles(positions, columns_, head_dim_, spacing_, base_);
  const RotaryAngles turns{xt::cos(angles), xt::sin(angles)};  // (T, K/2)
  return rotate_heads(x, head_dim_, turns, Pairing::interleaved);
}

Tensor GridRotary::query(const Tensor& q, const AttentionPositions& at) const {
  return turned(q, at.queries);
}

Tensor GridRotary::key(const Tensor& k, const AttentionPositions& at) const {
  return turned(k, at.keys);
}

// Fold: compares them with arrays, and their gradients
// Rows or columns of patches, as ids.
Ids each(const Ids& positions,
         const std::function<std::int64_t(std::int64_t)>& f) {
  Ids ids = positions;
  for (std::int64_t& id : ids) id = f(id);
  return ids;
}

void same_with_modules(Page& page) {
  constexpr std::size_t columns = 7, T = 5 * columns, K = 16;
  Rng rng(page.seed() + 1);
  const Ids all = positions_from(0, T);
  const Ids rows = each(all, [](std::int64_t t) { return t / 7; });
  const Ids across = each(all, [](std::int64_t t) { return t % 7; });
  const auto print = [&](const std::string& what, const Array& a,
                         const Array& b) {
    page.print("{:<48}{:.1e}\n", what, largest_difference(a, b));
  };
  const Array x = rng.normal({T, K}), dy = rng.normal({T, K});
  const Tensor input(Array(xt::view(x, xt::newaxis())), true);  // (1, T, K)
  const auto flat = [](const Tensor& y) -> Array {
    return xt::view(y.array(), 0);
  };
  const Tensor halves = concat({Tensor(sinusoidal_rows(rows, K / 2)),
                                Tensor(sinusoidal_rows(across, K / 2))},
                               1);
  print("two halves, and the library's sinusoids", grid_code(all, columns, K),
        halves.array());
  const auto marian = SinusoidOptions().with_layout(SinusoidLayout::halves);
  const Tensor mae = concat({Tensor(sinusoidal_rows(across, K / 2, marian)),
                             Tensor(sinusoidal_rows(rows, K / 2, marian))},
                            1);
  print("the code of He et al., and the library's",
        picture_code(5, 7, K, false), mae.array());
  print("added to patches", x + grid_code(all, columns, K),
        flat(GridSinusoidal(columns).embed(input, all)));

  const Array angles = grid_angles(all, columns, K);
  const Tensor y = GridRotary(K, columns).query(input, {all, all});
  y.backward(Array(xt::view(dy, xt::newaxis())));
  print("turned in two axes", turned(x, angles), flat(y));
  Array places = Array::from_shape({T, 2}), speeds = zeros({K / 2, 2});
  for (std::size_t t = 0; t < T; ++t) {
    places(t, 0) = real(rows(t));
    places(t, 1) = real(across(t));
  }
  for (std::size_t j = 0; j < K / 4; ++j) {  // axial, as a mixture
    speeds(j, 0) = angles(columns, j);
    speeds(K / 4 + j, 1) = angles(columns + 1, K / 4 + j);
  }
  print("the same as a mixture of directions", turn_mixed(x, places, speeds),
        flat(y));
  print("its gradient", turn_mixed_backward(x, places, speeds, dy).x,
        xt::view(input.grad(), 0));
  Array stretched = Array::from_shape({T, 1});
  for (std::size_t t = 0; t < T; ++t) stretched(t, 0) = places(t, 0);
  print("a table stretched to its own size is itself",
        resize_table(stretched, 5, 7, 5, 7), stretched);
}
