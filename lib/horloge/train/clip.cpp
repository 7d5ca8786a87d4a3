#include "horloge/train/clip.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

// The part of the norm that is accumulated: a sum of powers, or a maximum that keeps NaN.
class Norm {
 public:
  explicit Norm(double type) : type_(type) {}

  double of(const real* x, std::size_t n) const {
    double total = 0;
    if (type_ == 2) {
#pragma omp simd reduction(+ : total)
      for (std::size_t i = 0; i < n; ++i)
        total += static_cast<double>(x[i]) * static_cast<double>(x[i]);
      return total;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double magnitude = std::fabs(static_cast<double>(x[i]));
      total = combine(total, std::isinf(type_) ? magnitude : std::pow(magnitude, type_));
    }
    return total;
  }

  double combine(double a, double b) const {
    if (!std::isinf(type_)) return a + b;
    return a >= b || std::isnan(a) ? a : b;
  }

  double finish(double total) const {
    if (std::isinf(type_)) return total;
    return type_ == 2 ? std::sqrt(total) : std::pow(total, 1 / type_);
  }

 private:
  double type_;
};

// One partial result per tile, combined in order: the same bits for any number of threads.
double norm_of(const Array& x, const Norm& norm) {
  constexpr std::size_t tile = 32768;
  std::vector<double> tiles((x.size() + tile - 1) / tile);
  parallel_for(x.size(), tile, [&](std::size_t begin, std::size_t end) {
    tiles[begin / tile] = norm.of(x.data() + begin, end - begin);
  });
  double total = 0;
  for (const double tile : tiles) total = norm.combine(total, tile);
  return total;
}

template <class F>
void change(Array& x, const F& f) {
  real* data = x.data();
  parallel_for(x.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) data[i] = f(data[i]);
  });
}

}  // namespace

double clip_grad_norm(const std::vector<Tensor>& parameters, double max_norm, double norm_type) {
  if (!(norm_type > 0))
    throw ValueError(fmt::format("[clip_grad_norm] norm_type must be above 0, got {}", norm_type));
  if (!(max_norm >= 0))
    throw ValueError(
        fmt::format("[clip_grad_norm] max_norm must not be negative, got {}", max_norm));
  const Norm norm(norm_type);
  double total = 0;
  for (const Tensor& parameter : parameters)
    if (parameter.has_grad()) total = norm.combine(total, norm_of(parameter.grad(), norm));
  total = norm.finish(total);

  const double factor = max_norm / (total + 1e-6);
  if (factor >= 1) return total;
  for (Tensor parameter : parameters)
    if (parameter.has_grad())
      change(parameter.mutable_grad(),
             [scale = static_cast<real>(factor)](real g) { return g * scale; });
  return total;
}

}  // namespace horloge
