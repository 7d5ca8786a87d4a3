#include "horloge/ops/matmul.h"

#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "horloge/autograd/bfloat16.h"
#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/bfloat16.h"
#include "horloge/kernels/gemm.h"
#include "horloge/kernels/sums.h"

namespace horloge {
namespace {

// The product as many (m, k) @ (k, n): `batch` is the shape of the leading axes of the result y.
struct Product {
  Shape batch;
  std::size_t m, k, n;
  Shape y;

  std::size_t rows() const { return element_count(batch) * m; }
};

Shape leading(const Shape& shape) { return Shape(shape.begin(), shape.end() - 2); }

Product plan(const Shape& a, const Shape& b) {
  if (a.empty() || b.empty())
    throw ShapeError(fmt::format("[matmul] needs at least one axis on each side: {} @ {}",
                                 to_string(a), to_string(b)));
  const Shape left = a.size() == 1 ? Shape{1, a[0]} : a;
  const Shape right = b.size() == 1 ? Shape{b[0], 1} : b;
  Product p;
  p.m = left[left.size() - 2];
  p.k = left.back();
  p.n = right.back();
  if (right[right.size() - 2] != p.k)
    throw ShapeError(fmt::format("[matmul] inner sizes differ: {} @ {} has {} against {}",
                                 to_string(a), to_string(b), p.k, right[right.size() - 2]));
  p.batch = broadcast_shape(leading(left), leading(right), "matmul");
  p.y = p.batch;
  if (a.size() > 1) p.y.push_back(p.m);
  if (b.size() > 1) p.y.push_back(p.n);
  return p;
}

// Which matrices meet: the t-th of the result is a's a[t]-th times b's b[t]-th.
struct BatchPairs {
  std::vector<std::size_t> a, b;
  std::size_t matrices_a, matrices_b;
};

BatchPairs pair_up(const Product& p, const Shape& a, const Shape& b) {
  const Shape batch_a = a.size() > 2 ? leading(a) : Shape{};
  const Shape batch_b = b.size() > 2 ? leading(b) : Shape{};
  BatchPairs pairing{{}, {}, element_count(batch_a), element_count(batch_b)};
  const detail::Walk<2> walk(p.batch, {&batch_a, &batch_b});
  const auto& inner = walk.axes.back();
  for (std::size_t row = 0; row < walk.rows(); ++row) {
    const auto at = walk.offsets(row);
    for (std::size_t i = 0; i < inner.size; ++i) {
      pairing.a.push_back(at[0] + i * inner.stride[0]);
      pairing.b.push_back(at[1] + i * inner.stride[1]);
    }
  }
  return pairing;
}

// The results t = 0, 1, … sorted by their operand, in their order otherwise: those of one operand
// add to its gradient, one after the other.
std::vector<std::size_t> by_source(const std::vector<std::size_t>& source, std::size_t sources) {
  std::vector<std::size_t> place(sources + 1, 0);
  for (const std::size_t s : source) ++place[s + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<std::size_t> sorted(source.size());
  for (std::size_t t = 0; t < source.size(); ++t) sorted[place[source[t]]++] = t;
  return sorted;
}

// Then a batch of left matrices is a single tall one.
bool one_right_matrix(const Shape& b) { return b.size() <= 2 || element_count(leading(b)) == 1; }

// y = a b, da = dy b^T, db = a^T dy, for a single tall a.
void multiply_tall(const Product& p, const Array& a, const Array& b, real* y) {
  gemm(p.rows(), p.n, p.k, 1, {a.data(), p.k}, {b.data(), p.n}, 0, y, p.n);
}

void backward_tall(const Product& p, const Saved& a, const Saved& b, const Array& dy,
                   Gradients& d) {
  if (const auto da = d.into(0); da.data != nullptr)
    gemm(p.rows(), p.k, p.n, 1, {dy.data(), p.n}, {b.data(), p.n, Trans::yes}, da.beta, da.data,
         p.k);
  if (const auto db = d.into(1); db.data != nullptr)
    gemm(p.k, p.n, p.rows(), 1, {a.data(), p.k, Trans::yes}, {dy.data(), p.n}, db.beta, db.data,
         p.n);
}

// The same for batches of both: a matrix of da or db is a sum over the results that it took part
// in.
void multiply_pairs(const Product& p, const Array& a, const Array& b, real* y) {
  const BatchPairs pairs = pair_up(p, a.shape(), b.shape());
  std::vector<Term> terms;
  for (std::size_t t = 0; t < pairs.a.size(); ++t)
    terms.push_back({pairs.a[t] * p.m * p.k, pairs.b[t] * p.k * p.n});
  gemm_sums(terms.size(), terms, p.m, p.n, p.k, {a.data(), p.k}, {b.data(), p.n}, 0, y);
}

void backward_pairs(const Product& p, const Saved& a, const Saved& b, const Array& dy,
                    Gradients& d) {
  const BatchPairs pairs = pair_up(p, a->shape(), b->shape());
  std::vector<Term> terms;
  if (const auto da = d.into(0); da.data != nullptr) {
    for (const std::size_t t : by_source(pairs.a, pairs.matrices_a))
      terms.push_back({t * p.m * p.n, pairs.b[t] * p.k * p.n});
    gemm_sums(pairs.matrices_a, terms, p.m, p.k, p.n, {dy.data(), p.n}, {b.data(), p.n, Trans::yes},
              da.beta, da.data);
  }
  terms.clear();
  if (const auto db = d.into(1); db.data != nullptr) {
    for (const std::size_t t : by_source(pairs.b, pairs.matrices_b))
      terms.push_back({pairs.a[t] * p.m * p.k, t * p.m * p.n});
    gemm_sums(pairs.matrices_b, terms, p.k, p.n, p.m, {a.data(), p.k, Trans::yes}, {dy.data(), p.n},
              db.beta, db.data);
  }
}

void check_linear(const Tensor& x, const Shape& weight, const Tensor& bias, RowRange range) {
  const auto [all, I] = dims<2>(weight, "[linear] weight (O, I)");
  if (range.first > all || range.count > all - range.first)
    throw IndexError(fmt::format("[linear] rows {} to {} of a weight {}", range.first,
                                 range.first + range.count, to_string(weight)));
  if (x.rank() == 0 || x.shape().back() != I)
    throw ShapeError(fmt::format("[linear] x {} must end in {}, the columns of weight {}",
                                 to_string(x.shape()), I, to_string(weight)));
  if (bias.defined() && bias.shape() != Shape{all})
    throw ShapeError(
        fmt::format("[linear] bias {} must have the shape ({},)", to_string(bias.shape()), all));
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  const Product p = plan(a.shape(), b.shape());
  const bool tall = one_right_matrix(b.shape());
  Array y = empty(p.y);
  (tall ? multiply_tall : multiply_pairs)(p, a.array(), b.array(), y.data());
  return record("matmul", std::move(y), {a, b},
                [a = Saved(a), b = Saved(b), p, tall](Array& dy, Gradients& d) {
                  (tall ? backward_tall : backward_pairs)(p, a, b, dy, d);
                });
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const auto [O, I] = dims<2>(weight.shape(), "[linear] weight (O, I)");
  return linear(x, weight, bias, {0, O});
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, RowRange range) {
  check_linear(x, weight.shape(), bias, range);
  const std::size_t first = range.first, O = range.count, I = x.shape().back();
  const std::size_t rows = view_rows(x.shape()).rows;
  Shape shape = x.shape();
  shape.back() = O;
  Array y = empty(shape);
  const real* const b = bias.defined() ? bias.data() + first : nullptr;
  if (const Bfloat16* const halves = kept_bfloat16(weight); halves != nullptr && rows == 1)
    gemv(O, I, x.data(), halves + first * I, y.data(), b);
  else
    gemm(rows, O, I, 1, {x.data(), I}, {weight.data() + first * I, I, Trans::yes}, 0, y.data(), O,
         b);
  const bool whole = O == weight.shape()[0];
  return record(
      "linear", std::move(y), {x, weight, bias},
      [=, x = Saved(x), weight = Saved(weight)](Array& dy, Gradients& d) {
        const auto into = [&](std::size_t i) {  // rows outside the range get zeros
          return whole ? d.into(i) : Gradients::Slot{d.zeroed(i), false, 1};
        };
        if (const auto dx = d.into(0); dx.data != nullptr)
          gemm(rows, I, O, 1, {dy.data(), O}, {weight.data() + first * I, I}, dx.beta, dx.data, I);
        if (const auto dw = into(1); dw.data != nullptr)
          gemm(O, I, rows, 1, {dy.data(), O, Trans::yes}, {x.data(), I}, dw.beta,
               dw.data + first * I, I);
        if (const auto db = into(2); db.data != nullptr)
          sum_rows(dy.data(), db.data + first, rows, O, db.beta);
      });
}

}  // namespace horloge
