#include <algorithm>
#include <functional>
#include <set>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

void refuse_other_shapes(const Ids& ids, const Array& dy) {
  Shape fits = ids.shape();
  fits.push_back(dy.shape().back());
  if (dy.shape() != fits) throw ShapeError("dy does not belong to the ids");
}

// What is done at each place: the n-th id's row and gradient, D numbers each.
using Step = std::function<void(std::size_t n, real* row, const real* dy)>;

Array each_place(const Ids& ids, const Array& dy, Array dE, const Step& step,
                 std::int64_t shift = 0) {
  const std::size_t D = dE.shape(1);
  const auto V = static_cast<std::int64_t>(dE.shape(0));
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const auto v = static_cast<std::size_t>((ids.data()[n] + shift + V) % V);
    // A dy that was not refused may be too small.
    step(n, dE.data() + v * D, dy.data() + n * D % dy.size());
  }
  return dE;
}

Step add(std::size_t D) {
  return [D](std::size_t, real* row, const real* dy) {
    for (std::size_t j = 0; j < D; ++j) row[j] += dy[j];
  };
}

Array right(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}), add(D));
}

double count(const Ids& ids, std::int64_t id) {
  return static_cast<double>(std::count(ids.begin(), ids.end(), id));
}

// The right gradient, each row multiplied by `factor(v)`.
Array scaled(const Ids& ids, const Array& dy, std::size_t V,
             const std::function<double(std::int64_t)>& factor) {
  Array dE = right(ids, dy, V);
  for (std::size_t v = 0; v < V; ++v)
    for (std::size_t j = 0; j < dE.shape(1); ++j)
      dE(v, j) *= factor(static_cast<std::int64_t>(v));
  return dE;
}

Array last_wins(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(
      ids, dy, zeros({V, D}),
      [D](std::size_t, real* row, const real* d) { std::copy_n(d, D, row); });
}

Array first_wins(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}),
                    [&, D](std::size_t n, real* row, const real* d) {
                      const auto* const here = ids.data() + n;
                      if (std::find(ids.data(), here, *here) == here)
                        std::copy_n(d, D, row);
                    });
}

Array averaged(const Ids& ids, const Array& dy, std::size_t V) {
  return scaled(ids, dy, V, [&](std::int64_t v) {
    return 1 / std::max(1.0, count(ids, v));
  });
}

Array mean_of_places(const Ids& ids, const Array& dy, std::size_t V) {
  return scaled(ids, dy, V, [&](std::int64_t) {
    return 1 / std::max(1.0, static_cast<double>(ids.size()));
  });
}

Array counted_twice(const Ids& ids, const Array& dy, std::size_t V) {
  return scaled(ids, dy, V, [&](std::int64_t v) { return count(ids, v); });
}

Array dense(const Ids& ids, const Array& dy, std::size_t V) {
  const Array dE = right(ids, dy, V);
  const Array sum = xt::sum(dE, {0});
  Array out = zeros(dE.shape());
  for (std::size_t v = 0; v < V; ++v) xt::view(out, v) = sum;
  return out;
}

Array not_zeroed(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, empty({V, D}), add(D));
}

Array row_before(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}), add(D), -1);
}

Array row_after(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}), add(D), 1);
}

Array place_not_id(const Ids& ids, const Array& dy, std::size_t V) {
  Ids places = ids;
  for (std::size_t n = 0; n < ids.size(); ++n)
    places.data()[n] = static_cast<std::int64_t>(n % V);
  return right(places, dy, V);
}

Array first_sequence(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}),
                    [&, D](std::size_t n, real* row, const real* d) {
                      if (n < ids.shape().back()) add(D)(n, row, d);
                    });
}

Array n_is_b(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}),
                    [&, D](std::size_t n, real* row, const real* d) {
                      if (n < ids.shape(0)) add(D)(n, row, d);
                    });
}

Array loops_swapped(const Ids& ids, const Array& dy, std::size_t V) {
  Ids other = ids;
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const std::size_t T = ids.shape().back();
    const std::size_t B = ids.size() / T;
    other.data()[n] = ids.data()[n % B * T + n / B];
  }
  return right(other, dy, V);
}

Array padding_skipped(const Ids& ids, const Array& dy, std::size_t V) {
  return scaled(ids, dy, V, [](std::int64_t v) { return v == 0 ? 0 : 1; });
}

Array only_counted(const Ids& ids, const Array& dy, std::size_t V) {
  refuse_other_shapes(ids, dy);
  return right(ids, ones(dy.shape()), V);
}

Array transposed(const Ids& ids, const Array& dy, std::size_t V) {
  return xt::transpose(right(ids, dy, V));
}

Array up_to_largest_id(const Ids& ids, const Array& dy, std::size_t V) {
  const std::int64_t rows =
      ids.size() == 0 ? 0 : *std::max_element(ids.begin(), ids.end()) + 1;
  return xt::view(right(ids, dy, V), xt::range(0, rows));
}

Array used_rows_only(const Ids& ids, const Array& dy, std::size_t V) {
  const std::set<std::int64_t> used(ids.begin(), ids.end());
  const Array dE = right(ids, dy, V);
  Array out = zeros({used.size(), dE.shape(1)});
  std::size_t row = 0;
  for (const std::int64_t v : used) xt::view(out, row++) = xt::view(dE, v);
  return out;
}

Array shape_unchecked(const Ids& ids, const Array& dy, std::size_t V) {
  const std::size_t D = dy.shape().back();
  return each_place(ids, dy, zeros({V, D}), add(D));
}

// Refuses a dy that differs in one of the axes that are looked at.
Array some_axes_checked(const Ids& ids, const Array& dy, std::size_t V,
                        std::size_t first) {
  for (std::size_t axis = first; axis < ids.dimension(); ++axis)
    if (dy.dimension() <= axis || dy.shape(axis) != ids.shape(axis))
      throw ShapeError("axis");
  return shape_unchecked(ids, dy, V);
}

Array rank_unchecked(const Ids& ids, const Array& dy, std::size_t V) {
  return some_axes_checked(ids, dy, V, 0);
}

Array first_axis_unchecked(const Ids& ids, const Array& dy, std::size_t V) {
  if (dy.dimension() != ids.dimension() + 1) throw ShapeError("rank");
  return some_axes_checked(ids, dy, V, 1);
}

Array only_size_checked(const Ids& ids, const Array& dy, std::size_t V) {
  if (dy.size() != ids.size() * dy.shape().back()) throw ShapeError("size");
  return shape_unchecked(ids, dy, V);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"last-wins",
       "an id that occurs more than once keeps only what came back from its "
       "last place; what comes back from all its places is added",
       {last_wins}},
      {"first-wins",
       "an id that occurs more than once keeps only what came back from its "
       "first place; what comes back from all its places is added",
       {first_wins}},
      {"averaged",
       "you divide a row's gradient by the number of times its id occurs (an "
       "option of PyTorch's, scale_grad_by_freq); here it is the sum",
       {averaged}},
      {"mean-of-places",
       "you divide by the number of places; whether a mean is taken is the "
       "loss's affair, and already in dy",
       {mean_of_places}},
      {"counted-twice",
       "a row that occurs k times gets k times its sum: each place counts once",
       {counted_twice}},
      {"dense",
       "every row gets the sum of all dy; a row gets only what comes back from "
       "the places where its id stands",
       {dense}},
      {"not-zeroed",
       "your array is not set to zero before you add to it: a new array holds "
       "whatever was in that memory before",
       {not_zeroed}},
      {"row-before",
       "the gradient lands one row too early: id 0 is the first row",
       {row_before}},
      {"row-after",
       "the gradient lands one row too late: id 0 is the first row",
       {row_after}},
      {"place-not-id",
       "the gradient of the n-th place lands in row n; it belongs to the row "
       "of the id that stands there",
       {place_not_id}},
      {"first-sequence",
       "only the first sequence of the batch is counted",
       {first_sequence}},
      {"n-is-b",
       "you count as many places as there are sequences; a batch (B, T) has B "
       "times T of them, ids.size()",
       {n_is_b}},
      {"loops-swapped",
       "ids and gradients are gone through in different orders: in a batch the "
       "places of the first sequence come first, then those of the second",
       {loops_swapped}},
      {"padding-skipped",
       "id 0 gets no gradient, as if it were padding; here every id learns",
       {padding_skipped}},
      {"only-counted",
       "you count how often an id occurs, and dy is left out",
       {only_counted}},
      {"transposed",
       "your gradient is (D, V); it has the shape of the matrix, (V, D)",
       {transposed}},
      {"up-to-largest-id",
       "your gradient ends with the largest id that occurs; the matrix has "
       "vocab_size rows, and so has its gradient",
       {up_to_largest_id}},
      {"used-rows-only",
       "you give back only the rows whose ids occur; the others belong to the "
       "gradient too, as zeros",
       {used_rows_only}},
      {"shape-unchecked",
       "you take any dy; one that does not belong to the ids must be refused",
       {shape_unchecked}},
      {"rank-unchecked",
       "you compare the axes that ids have, and not how many dy has: it must "
       "have one more, and no two",
       {rank_unchecked}},
      {"first-axis-unchecked",
       "the first axis of dy is not compared with that of the ids",
       {first_axis_unchecked}},
      {"only-size-checked",
       "you compare how many places ids and dy have, not their shapes: dy of "
       "(3, 2, D) does not belong to ids (2, 3)",
       {only_size_checked}},
  };
  return all;
}
