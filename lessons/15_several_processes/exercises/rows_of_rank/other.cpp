// Dealt out one by one, as cards; then counted.

#include "exercises/rows_of_rank/answer.h"

using namespace horloge;

Rows rows_of_rank(std::size_t count, std::size_t rank, std::size_t size) {
  if (size == 0 || rank + 1 > size) throw ValueError("no such rank");
  std::vector<std::size_t> hands(size, 0);
  for (std::size_t row = 0; row < count; ++row) hands[row % size]++;
  std::size_t begin = 0;
  for (std::size_t r = 0; r < rank; ++r) begin += hands[r];
  return {begin, begin + hands[rank]};
}
