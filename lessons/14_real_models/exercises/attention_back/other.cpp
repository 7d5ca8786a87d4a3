// By diagonals: those below the main one are an offset back.

#include "exercises/attention_back/answer.h"

using namespace horloge;

Array attention_back(const Array& maps, std::size_t offset) {
  if (!(offset < maps.shape(3))) throw ValueError("too far");
  const Array texts = xt::mean(maps, {0});  // (H, T, T)
  Array result = Array::from_shape({texts.shape(0)});
  for (std::size_t h = 0; h < result.size(); ++h) {
    const Array map = xt::view(texts, h);
    const Array diagonal = xt::diagonal(map, -std::ptrdiff_t(offset));
    result(h) = xt::mean(diagonal)();
  }
  return result;
}
