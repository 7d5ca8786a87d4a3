#include "horloge/ops/matmul.h"

#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/gemm.h"
#include "horloge/kernels/rows.h"

namespace horloge {
namespace {

// The product as many (m, k) @ (k, n): `batch` is the shape of the leading axes of the result y.
struct Product {
  Shape batch;
  std::size_t m, k, n;
  Shape y;
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
struct Pairing {
  std::vector<std::size_t> a, b;
  std::size_t matrices_a, matrices_b;
};

Pairing pair_up(const Product& p, const Shape& a, const Shape& b) {
  const Shape batch_a = a.size() > 2 ? leading(a) : Shape{};
  const Shape batch_b = b.size() > 2 ? leading(b) : Shape{};
  Pairing pairing{{}, {}, element_count(batch_a), element_count(batch_b)};
  const detail::Walk<2> walk(p.batch, {&batch_a, &batch_b});
  const auto& inner = walk.axes.back();
  for (std::size_t row = 0; row < walk.rows(); ++row) {
    const auto at = walk.offsets(row);
    for (std::size_t i = 0; i < inner.size; ++i) {
      pairing.a.push_back(at[0] + i * inner.step[0]);
      pairing.b.push_back(at[1] + i * inner.step[1]);
    }
  }
  return pairing;
}

// The results t = 0, 1, … sorted by what they were made of, in their order otherwise: those that
// come from one operand add to its gradient, one after the other.
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

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  const Product p = plan(a.shape(), b.shape());
  Array y = empty(p.y);
  const auto [m, k, n] = std::array{p.m, p.k, p.n};
  if (one_right_matrix(b.shape())) {
    gemm(element_count(p.batch) * m, n, k, 1, {a.data(), k}, {b.data(), n}, 0, y.data(), n);
  } else {
    const Pairing pairs = pair_up(p, a.shape(), b.shape());
    std::vector<Term> terms;
    for (std::size_t t = 0; t < pairs.a.size(); ++t)
      terms.push_back({pairs.a[t] * m * k, pairs.b[t] * k * n});
    gemm_sums(terms.size(), terms, m, n, k, {a.data(), k}, {b.data(), n}, 0, y.data());
  }
  return record(
      "matmul", std::move(y), {a, b}, [a = Saved(a), b = Saved(b), p](Array& dy, Gradients& d) {
        const auto [m, k, n] = std::array{p.m, p.k, p.n};
        if (one_right_matrix(b->shape())) {
          const std::size_t rows = element_count(p.batch) * m;
          if (d.wants(0)) {  // da = dy b^T
            const auto da = d.into(0);
            gemm(rows, k, n, 1, {dy.data(), n}, {b.data(), n, Trans::yes}, da.beta, da.data, k);
          }
          if (d.wants(1)) {  // db = a^T dy
            const auto db = d.into(1);
            gemm(k, n, rows, 1, {a.data(), k, Trans::yes}, {dy.data(), n}, db.beta, db.data, n);
          }
          return;
        }
        const Pairing pairs = pair_up(p, a->shape(), b->shape());
        std::vector<Term> terms;
        if (d.wants(0)) {  // each da = sum of dy b^T over the results that its matrix is in
          for (const std::size_t t : by_source(pairs.a, pairs.matrices_a))
            terms.push_back({t * m * n, pairs.b[t] * k * n});
          const auto da = d.into(0);
          gemm_sums(pairs.matrices_a, terms, m, k, n, {dy.data(), n}, {b.data(), n, Trans::yes},
                    da.beta, da.data);
        }
        terms.clear();
        if (d.wants(1)) {  // each db = sum of a^T dy
          for (const std::size_t t : by_source(pairs.b, pairs.matrices_b))
            terms.push_back({pairs.a[t] * m * k, t * m * n});
          const auto db = d.into(1);
          gemm_sums(pairs.matrices_b, terms, k, n, m, {a.data(), k, Trans::yes}, {dy.data(), n},
                    db.beta, db.data);
        }
      });
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const auto [O, I] = dims<2>(weight.shape(), "[linear] weight (O, I)");
  return linear(x, weight, bias, {0, O});
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, RowRange range) {
  const auto [all, I] = dims<2>(weight.shape(), "[linear] weight (O, I)");
  const auto [first, O] = std::array{range.first, range.count};
  if (first > all || O > all - first)
    throw IndexError(fmt::format("[linear] rows {} to {} of a weight {}", first, first + O,
                                 to_string(weight.shape())));
  if (x.rank() == 0 || x.shape().back() != I)
    throw ShapeError(fmt::format("[linear] x {} must end in {}, the columns of weight {}",
                                 to_string(x.shape()), I, to_string(weight.shape())));
  if (bias.defined() && bias.shape() != Shape{all})
    throw ShapeError(
        fmt::format("[linear] bias {} must have the shape ({},)", to_string(bias.shape()), all));
  Shape shape = x.shape();
  shape.back() = O;
  Array y = empty(shape);
  const std::size_t rows = view_rows(x.shape()).rows;
  gemm(rows, O, I, 1, {x.data(), I}, {weight.data() + first * I, I, Trans::yes}, 0, y.data(), O,
       bias.defined() ? bias.data() + first : nullptr);

  return record(
      "linear", std::move(y), {x, weight, bias},
      [x = Saved(x), weight = Saved(weight), rows, first = first, O = O, I = I, whole = O == all](
          Array& dy, Gradients& d) {
        const auto slot = [&](std::size_t i) {  // rows outside the range get zeros
          return whole ? d.into(i) : Gradients::Slot{d.zeroed(i), false, 1};
        };
        if (d.wants(0)) {
          const auto dx = d.into(0);
          gemm(rows, I, O, 1, {dy.data(), O}, {weight.data() + first * I, I}, dx.beta, dx.data, I);
        }
        if (d.wants(1)) {
          const auto dw = slot(1);
          gemm(O, I, rows, 1, {dy.data(), O, Trans::yes}, {x.data(), I}, dw.beta,
               dw.data + first * I, I);
        }
        if (d.wants(2)) {
          const auto db = slot(2);
          sum_rows(dy.data(), db.data + first, rows, O, db.beta);
        }
      });
}

}  // namespace horloge
