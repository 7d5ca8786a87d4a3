#include "horloge/ops/arithmetic.h"

#include <cmath>

#include "horloge/ops/elementwise.h"

namespace horloge {
namespace {

// Adds a copy, where `dy` itself is still needed.
void add_copy(Gradients& d, std::size_t i, const Array& dy) {
  constexpr auto same = [](real g) { return g; };
  if (d.wants(i)) d.add(i, dy.shape() == d.shape(i) ? map_array(dy, same) : sum_to(dy, d.shape(i)));
}

// f(dy, v), v broadcast to dy's shape; in dy's memory where v is of that shape.
template <class F>
Array combine(Array dy, const Array& v, const F& f) {
  if (dy.shape() != v.shape()) return broadcast_apply(dy, v, "backward", f);
  detail::map_in_place(dy, v, [f](real x, real g) { return f(g, x); });
  return dy;
}

// The larger operand by `precedes`, a NaN before all; equal operands share the gradient.
template <class Precedes>
Tensor choose(const char* op, const Tensor& a, const Tensor& b, const Precedes& precedes) {
  Array y = broadcast_apply(a.array(), b.array(), op, [precedes](real x, real z) {
    return precedes(x, z) || x != x ? x : z;
  });
  return record(op, std::move(y), {a, b},
                [op, precedes, a = Saved(a), b = Saved(b)](Array& dy, Gradients& d) {
                  const Array share_of_a = broadcast_apply(*a, *b, op, [precedes](real x, real z) {
                    return x == z ? real{0.5} : (precedes(z, x) ? real{0} : real{1});
                  });
                  if (d.wants(0))
                    d.add(0, zip_arrays(share_of_a, dy, [](real share, real g) {
                            return share > 0 ? share * g : real{0};
                          }));
                  if (!d.wants(1)) return;
                  detail::map_in_place(dy, share_of_a, [](real share, real g) {
                    return share < 1 ? (1 - share) * g : real{0};
                  });
                  d.add(1, std::move(dy));
                });
}

constexpr auto negative = [](real v) { return -v; };

}  // namespace

Tensor add(const Tensor& a, const Tensor& b) {
  Array y = broadcast_apply(a.array(), b.array(), "add", [](real x, real z) { return x + z; });
  return record("add", std::move(y), {a, b}, [](Array& dy, Gradients& d) {
    if (!d.wants(1)) return d.add(0, std::move(dy));
    add_copy(d, 0, dy);
    d.add(1, std::move(dy));
  });
}

Tensor sub(const Tensor& a, const Tensor& b) {
  Array y = broadcast_apply(a.array(), b.array(), "sub", [](real x, real z) { return x - z; });
  return record("sub", std::move(y), {a, b}, [](Array& dy, Gradients& d) {
    if (!d.wants(1)) return d.add(0, std::move(dy));
    add_copy(d, 0, dy);
    detail::map_in_place(dy, negative);
    d.add(1, std::move(dy));
  });
}

Tensor mul(const Tensor& a, const Tensor& b) {
  constexpr auto times = [](real x, real z) { return x * z; };
  return record("mul", broadcast_apply(a.array(), b.array(), "mul", times), {a, b},
                [times, a = Saved(a), b = Saved(b)](Array& dy, Gradients& d) {
                  if (!d.wants(1)) return d.add(0, combine(std::move(dy), *b, times));
                  if (d.wants(0)) d.add(0, broadcast_apply(dy, *b, "mul", times));
                  d.add(1, combine(std::move(dy), *a, times));
                });
}

Tensor div(const Tensor& a, const Tensor& b) {
  constexpr auto over = [](real x, real z) { return x / z; };
  return record("div", broadcast_apply(a.array(), b.array(), "div", over), {a, b},
                [over, b = Saved(b)](const Array& y, Array& dy, Gradients& d) {
                  Array share = combine(std::move(dy), *b, over);
                  if (!d.wants(1)) return d.add(0, std::move(share));
                  add_copy(d, 0, share);
                  detail::map_in_place(share, y,
                                       [](real quotient, real g) { return -g * quotient; });
                  d.add(1, std::move(share));
                });
}

Tensor neg(const Tensor& x) { return detail::map_linear("neg", x, negative, negative); }

Tensor pow(const Tensor& x, real p) {
  if (p == 2)  // std::pow is slow
    return detail::map_by_input(
        "pow", x, [](real v) { return v * v; }, [](real v, real g) { return g * 2 * v; });
  return detail::map_by_input(
      "pow", x, [p](real v) { return std::pow(v, p); },
      [p](real v, real g) { return p == 0 ? real{0} : g * p * std::pow(v, p - 1); });
}

Tensor maximum(const Tensor& a, const Tensor& b) {
  return choose("maximum", a, b, [](real x, real z) { return x > z; });
}

Tensor minimum(const Tensor& a, const Tensor& b) {
  return choose("minimum", a, b, [](real x, real z) { return x < z; });
}

Tensor operator+(const Tensor& x, real s) {
  return record("add", map_array(x.array(), [s](real v) { return v + s; }), {x},
                [](Array& dy, Gradients& d) { d.add(0, std::move(dy)); });
}

Tensor operator*(const Tensor& x, real s) {
  const auto scale = [s](real v) { return v * s; };
  return detail::map_linear("mul", x, scale, scale);
}

Tensor operator/(const Tensor& x, real s) {
  const auto divide = [s](real v) { return v / s; };
  return detail::map_linear("div", x, divide, divide);
}

Tensor operator-(real s, const Tensor& x) {
  return detail::map_linear(
      "sub", x, [s](real v) { return s - v; }, negative);
}

Tensor operator/(real s, const Tensor& x) {
  return detail::map_by_input(
      "div", x, [s](real v) { return s / v; }, [s](real v, real g) { return -g * (s / v) / v; });
}

Tensor operator-(const Tensor& x, real s) { return x + -s; }
Tensor operator+(real s, const Tensor& x) { return x + s; }
Tensor operator*(real s, const Tensor& x) { return x * s; }

}  // namespace horloge
