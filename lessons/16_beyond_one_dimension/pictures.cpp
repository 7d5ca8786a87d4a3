#include "pictures.h"

#include <array>

#include "common/three_back.h"

using horloge::Array;
using horloge::Ids;
using horloge::real;
using horloge::Rng;

namespace {

// A dot, four strokes and a ring.
constexpr std::array<const char*, num_marks> marks = {
    "     ##  ##     ", "    ########    ", " ##  ##  ##  ## ",
    "##   ##   ##   #", "  ## ## ##  #   ", " ## #  ##  # ## "};

}  // namespace

Pictures new_pictures(std::size_t B, std::size_t R, std::size_t C, Rng& rng) {
  const Ids drawn = rng.integers({B, R * C}, 0, num_marks);
  const Array light = rng.uniform({B, R * C}, 0.5, 1);
  Pictures pictures{rng.uniform({B, R * C, patch_pixels}, 0, 0.3),
                    Ids::from_shape({B, R * C}), Ids::from_shape({B, R * C})};
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < R * C; ++t) {
      for (std::size_t p = 0; p < patch_pixels; ++p)
        if (marks[std::size_t(drawn(b, t))][p] == '#')
          pictures.patches(b, t, p) = light(b, t);
      const std::size_t row = t / C, column = t % C;
      pictures.below(b, t) = row + 1 < R ? drawn(b, t + C) : no_question;
      pictures.quarter(b, t) =
          (2 * row >= R ? 2 : 0) + (2 * column >= C ? 1 : 0);
    }
  return pictures;
}

Array put_together(const Array& patches, std::size_t columns) {
  const std::size_t T = patches.shape(0);
  Array picture =
      Array::from_shape({T / columns * patch_size, columns * patch_size});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t p = 0; p < patch_pixels; ++p)
      picture(t / columns * patch_size + p / patch_size,
              t % columns * patch_size + p % patch_size) = patches(t, p);
  return picture;
}
