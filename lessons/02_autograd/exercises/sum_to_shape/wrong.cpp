#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

std::size_t in_front(const Array& dy, const Shape& shape) {
  return dy.dimension() - shape.size();
}

Array sum_leading(Array dx, const Shape& shape) {
  while (dx.dimension() > shape.size()) dx = Array(xt::sum(dx, {0}));
  return dx;
}

// Sums over the axes of size 1 of `shape`, whose axis 0 is axis `first` of dx.
Array sum_ones(Array dx, const Shape& shape, std::size_t first = 0) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 1)
      dx = Array(xt::sum(dx, {first + axis}, xt::keep_dims));
  return dx;
}

Array right(const Array& dy, const Shape& shape) {
  return sum_ones(sum_leading(dy, shape), shape);
}

Array not_summed(const Array& dy, const Shape&) { return dy; }

Array leading_only(const Array& dy, const Shape& shape) {
  return sum_leading(dy, shape);
}

Array ones_only(const Array& dy, const Shape& shape) {
  return sum_ones(dy, shape, in_front(dy, shape));
}

Array mean(const Array& dy, const Shape& shape) {
  const double count = double(dy.size()) / double(element_count(shape));
  return right(dy, shape) / count;
}

Array axis_dropped(const Array& dy, const Shape& shape) {
  Shape squeezed;
  for (const std::size_t size : shape)
    if (size != 1) squeezed.push_back(size);
  Array dx = right(dy, shape);
  return dx.reshape(squeezed);
}

// One slice of dy along every axis that was repeated.
Array slice_of(const Array& dy, const Shape& shape, bool last) {
  Array dx = zeros(shape);
  for (std::size_t n = 0; n < dy.size(); ++n) {
    const Shape place = index_of(n, dy.shape());
    std::size_t at = 0;
    bool chosen = true;
    for (std::size_t axis = 0; axis < dy.dimension(); ++axis) {
      const std::size_t first = in_front(dy, shape);
      const std::size_t size = axis < first ? 1 : shape[axis - first];
      if (size == 1)
        chosen &= place[axis] == (last ? dy.shape()[axis] - 1 : 0);
      else
        at = at * size + place[axis];
    }
    if (chosen) dx.data()[at] = dy.data()[n];
  }
  return dx;
}

Array first_slice(const Array& dy, const Shape& shape) {
  return slice_of(dy, shape, false);
}

Array last_slice(const Array& dy, const Shape& shape) {
  return slice_of(dy, shape, true);
}

Array cut_off(const Array& dy, const Shape& shape) {
  Array dx = zeros(shape);
  std::copy_n(dy.begin(), std::min(dx.size(), dy.size()), dx.begin());
  return dx;
}

Array axis_0(const Array& dy, const Shape&) {
  if (dy.dimension() == 0) throw std::out_of_range("axis < expr.dimension()");
  return xt::sum(dy, {0});
}

Array leading_kept(const Array& dy, const Shape& shape) {
  Shape with_ones(in_front(dy, shape), 1);
  with_ones.insert(with_ones.end(), shape.begin(), shape.end());
  Array dx = right(dy, shape);
  return dx.reshape(with_ones);
}

Array one_leading(const Array& dy, const Shape& shape) {
  Array dx = dy;
  if (dx.dimension() > shape.size()) dx = Array(xt::sum(dx, {0}));
  return sum_ones(dx, shape, in_front(dx, shape));
}

Array one_leading_unaligned(const Array& dy, const Shape& shape) {
  Array dx = dy;
  if (dx.dimension() > shape.size()) dx = Array(xt::sum(dx, {0}));
  return sum_ones(dx, shape);
}

Array axes_shift(const Array& dy, const Shape& shape) {
  Array dx = dy;
  for (std::size_t axis = 0; axis < in_front(dy, shape); ++axis) {
    if (axis >= dx.dimension())
      throw std::out_of_range("axis < expr.dimension()");
    dx = Array(xt::sum(dx, {axis}));
  }
  return sum_ones(dx, shape);
}

Array trailing_axes(const Array& dy, const Shape& shape) {
  Array dx = dy;
  while (dx.dimension() > shape.size())
    dx = Array(xt::sum(dx, {dx.dimension() - 1}));
  return sum_ones(dx, shape);
}

Array aligned_left(const Array& dy, const Shape& shape) {
  return sum_leading(sum_ones(dy, shape), shape);
}

Array first_one_only(const Array& dy, const Shape& shape) {
  const Array dx = sum_leading(dy, shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 1) return xt::sum(dx, {axis}, xt::keep_dims);
  return dx;
}

// Axes in front are cut off: as many numbers as fit, the first ones.
Array front_cut_off(const Array& dy, const Shape& shape) {
  return dy.dimension() > shape.size() ? cut_off(dy, shape)
                                       : sum_ones(dy, shape);
}

// The first of the axes in front, the sum of the others.
Array front_first(const Array& dy, const Shape& shape) {
  Array dx = dy;
  while (dx.dimension() > shape.size()) dx = Array(xt::view(dx, 0));
  return sum_ones(dx, shape);
}

// Where number n of dy came from in an operand of this shape.
std::size_t place_in_operand(std::size_t n, const Shape& repeated,
                             const Shape& shape) {
  const Shape place = index_of(n, repeated);
  std::size_t at = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    at = at * shape[axis] +
         (shape[axis] == 1 ? 0 : place[repeated.size() - shape.size() + axis]);
  return at;
}

Array largest(const Array& dy, const Shape& shape) {
  Array dx = full(shape, -HUGE_VAL);
  for (std::size_t n = 0; n < dy.size(); ++n) {
    real& most = dx.data()[place_in_operand(n, dy.shape(), shape)];
    most = std::max(most, dy.data()[n]);
  }
  return dx;
}

Array first_of_front_largest_of_ones(const Array& dy, const Shape& shape) {
  Array dx = dy;
  while (dx.dimension() > shape.size()) dx = Array(xt::view(dx, 0));
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 1) dx = Array(xt::amax(dx, {axis}, xt::keep_dims));
  return dx;
}

Array reshaped(const Array& dy, const Shape& shape) {
  Array flat = dy;
  const std::size_t count = element_count(shape);
  flat.reshape({dy.size() / count, count});
  Array dx = xt::sum(flat, {0});
  return dx.reshape(shape);
}

Array reshaped_other_way(const Array& dy, const Shape& shape) {
  Array flat = dy;
  const std::size_t count = element_count(shape);
  flat.reshape({count, dy.size() / count});
  Array dx = xt::sum(flat, {1});
  return dx.reshape(shape);
}

Array from_the_front(const Array& dy, const Shape& shape) {
  Array dx = dy;
  for (std::size_t axis = 0; axis < dy.dimension(); ++axis)
    if (axis >= shape.size() || shape[axis] != dy.shape(axis))
      dx = Array(xt::sum(dx, {axis}, xt::keep_dims));
  return dx.reshape(shape);
}

Array same_size(const Array& dy, const Shape& shape) {
  return element_count(shape) == dy.size() ? dy : right(dy, shape);
}

Array in_float(const Array& dy, const Shape& shape) {
  xt::xarray<float> dx = zeros(shape);
  for (std::size_t n = 0; n < dy.size(); ++n)
    dx.data()[place_in_operand(n, dy.shape(), shape)] +=
        static_cast<float>(dy.data()[n]);
  return dx;
}

Array begins_with_ones(const Array& dy, const Shape& shape) {
  return right(dy, shape) + 1;
}

Array grand_total(const Array& dy, const Shape& shape) {
  return full(shape, xt::sum(dy)());
}

Array scalar_as_row(const Array& dy, const Shape& shape) {
  Array dx = right(dy, shape);
  return shape.empty() ? dx.reshape({1}) : dx;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-summed",
       "you give dy back as it came: what was repeated on the way forward is "
       "summed on the way back",
       {not_summed}},
      {"leading-only",
       "only the axes in front are summed; an axis of size 1 was repeated, "
       "too, "
       "if dy is longer there",
       {leading_only}},
      {"ones-only",
       "only axes of size 1 are summed; those that broadcasting put in front "
       "are still there",
       {ones_only}},
      {"mean",
       "you take the mean over what was repeated; each use adds its whole "
       "gradient, so it is the sum",
       {mean}},
      {"axis-dropped",
       "an axis of size 1 is gone after its sum; the gradient has the shape of "
       "the operand, ones included",
       {axis_dropped}},
      {"first-slice",
       "you keep the first slice along a repeated axis; all of them are to be "
       "added",
       {first_slice}},
      {"last-slice",
       "you keep the last slice along a repeated axis, as if each wrote over "
       "the one before; they are to be added",
       {last_slice}},
      {"cut-off",
       "you keep as many numbers of dy as fit the shape, the first ones; every "
       "number of dy counts",
       {cut_off}},
      {"axis-0",
       "you sum over axis 0, whatever the shapes are; they tell which axes "
       "were "
       "repeated",
       {axis_0}},
      {"leading-kept",
       "the axes in front are summed and still there, with size 1; before "
       "broadcasting there were none",
       {leading_kept}},
      {"one-leading",
       "no more than one axis in front is summed; there may be several",
       {one_leading}},
      {"one-leading-unaligned",
       "no more than one axis in front is summed; there may be several, and as "
       "long as one is left the axes of the shape are not those of the array",
       {one_leading_unaligned}},
      {"axes-shift",
       "you sum over axis 0, then over axis 1, and so on; but when axis 0 is "
       "gone, the next one in front is axis 0 in its turn",
       {axes_shift}},
      {"trailing-axes",
       "you take away axes at the end; broadcasting puts them in front, for it "
       "compares shapes from their last axis",
       {trailing_axes}},
      {"aligned-left",
       "you look for the axes of size 1 before the axes in front are gone, so "
       "axis 0 of the shape is not yet axis 0 of the array",
       {aligned_left}},
      {"first-one-only",
       "no more than one axis of size 1 is summed; there may be several",
       {first_one_only}},
      {"front-cut-off",
       "where axes were put in front you keep as many numbers of dy as fit the "
       "shape; all of them are to be added",
       {front_cut_off}},
      {"front-first",
       "of the axes in front you keep the first slice; all slices are to be "
       "added",
       {front_first}},
      {"largest",
       "you take the largest of the numbers that belong together; they are to "
       "be added",
       {largest}},
      {"first-or-largest",
       "nothing is added: you keep the first slice of an axis in front, and "
       "the largest number along an axis of size 1",
       {first_of_front_largest_of_ones}},
      {"reshaped",
       "you lay out dy in rows as long as the result, and add up the rows. "
       "That "
       "is right only for axes in front: along other axes, numbers that belong "
       "together do not stand below each other",
       {reshaped}},
      {"reshaped-other-way",
       "you cut dy into as many pieces as the result has numbers, and add up "
       "each. That is right only if the last axes were repeated",
       {reshaped_other_way}},
      {"from-the-front",
       "you compare the shapes from their first axis; broadcasting compares "
       "them from the last one",
       {from_the_front}},
      {"same-size",
       "if dy has as many numbers as the shape, you give it back as it is; it "
       "may still have axes of size 1 in front, which are to go",
       {same_size}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or Array, which are double in a check",
       {in_float}},
      {"begins-with-ones",
       "your sums begin with 1; begin with zeros",
       {begins_with_ones}},
      {"grand-total",
       "every place gets the sum of all of dy; each gets only what was made "
       "from it",
       {grand_total}},
      {"scalar-as-row",
       "for the shape () you give back (1,): a single number has no axis at "
       "all",
       {scalar_as_row}},
  };
  return all;
}
