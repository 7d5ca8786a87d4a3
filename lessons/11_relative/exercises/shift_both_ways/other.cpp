// By reshaping, there and back.

#include "exercises/shift_both_ways/answer.h"

using namespace horloge;

Array shift_both_ways(const Array& x) {
  const std::size_t T = x.shape(0), N = x.shape(1);
  if (N + 1 < 2 * T) throw ShapeError("no");
  Array padded = zeros({T, N + 1});
  xt::view(padded, xt::all(), xt::range(std::size_t(1), N + 1)) = x;
  padded.reshape({T * (N + 1)});
  Array moved = xt::view(padded, xt::range(T, T * (N + 1)));
  moved.reshape({T, N});
  return xt::view(moved, xt::all(), xt::range(std::size_t(0), N + 1 - T));
}

Array shift_both_ways_backward(const Array& dy) {
  const std::size_t T = dy.shape(0), N = dy.shape(1) + T - 1;
  Array moved = zeros({T, N});
  xt::view(moved, xt::all(), xt::range(std::size_t(0), dy.shape(1))) = dy;
  Array padded = zeros({T * (N + 1)});
  moved.reshape({T * N});
  xt::view(padded, xt::range(T, T * (N + 1))) = moved;
  padded.reshape({T, N + 1});
  return xt::view(padded, xt::all(), xt::range(std::size_t(1), N + 1));
}
