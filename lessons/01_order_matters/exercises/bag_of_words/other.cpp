// How often each word occurs, times its row.

#include "exercises/bag_of_words/answer.h"

using namespace horloge;

Array bag_of_words(const Ids& ids, const Array& matrix) {
  const std::size_t D = matrix.shape(1);
  Array bag = zeros({D});
  for (std::size_t v = 0; v < matrix.shape(0); ++v) {
    const auto id = static_cast<std::int64_t>(v);
    const auto times = std::count(ids.begin(), ids.end(), id);
    for (std::size_t j = 0; j < D; ++j)
      bag(j) += static_cast<double>(times) * matrix(v, j);
  }
  return bag;
}
