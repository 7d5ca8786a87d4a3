#pragma once

// What a test of numbers uses without asking: arrays and errors, and how to compare them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "horloge/core/array.h"
#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "support/names.h"

namespace horloge::test {

inline constexpr bool in_double = sizeof(real) == sizeof(double);

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A bound for each precision.
inline double bound(double in_float, double in_f64) { return in_double ? in_f64 : in_float; }

/// EXPECT_TRUE(near(got, want, 1e-6)): same shape, and every |got - want| <= tolerance. NaN equals
/// NaN.
inline testing::AssertionResult near(const Array& got, const Array& want, double tolerance) {
  if (got.shape() != want.shape())
    return testing::AssertionFailure()
           << "shape " << to_string(got.shape()) << ", want " << to_string(want.shape());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got.data()[i];
    const double b = want.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tolerance) continue;
    return testing::AssertionFailure() << fmt::format(
               "element {}: got {:.9g}, want {:.9g}, tolerance {:g}", i, a, b, tolerance);
  }
  return testing::AssertionSuccess();
}

/// The same numbers, without tolerance.
inline testing::AssertionResult same(const Array& got, const Array& want) {
  return near(got, want, 0);
}

/// The same bits: tells 0 from -0.
inline testing::AssertionResult same_bits(const Array& got, const Array& want) {
  if (const auto result = same(got, want); !result) return result;
  if (got.size() == 0 || std::memcmp(got.data(), want.data(), got.size() * sizeof(real)) == 0)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "equal numbers, but not the same bits";
}

/// An array from its shape and its numbers, row by row.
inline Array array_of(const Shape& shape, std::initializer_list<double> numbers) {
  Array out = empty(shape);
  EXPECT_EQ(out.size(), numbers.size());
  std::transform(numbers.begin(), numbers.end(), out.data(),
                 [](double x) { return static_cast<real>(x); });
  return out;
}

/// EXPECT_ERROR(matmul(a, b), ShapeError, "[matmul] inner sizes differ"): throws exactly this kind
/// of error, with a text that contains this.
#define EXPECT_ERROR(statement, ErrorType, text)                      \
  do {                                                                \
    try {                                                             \
      (void)(statement);                                              \
      ADD_FAILURE() << "no error; expected " #ErrorType ": " << text; \
    } catch (const ErrorType& e) {                                    \
      EXPECT_THAT(e.what(), testing::HasSubstr(text));                \
    } catch (const std::exception& e) {                               \
      ADD_FAILURE() << "another kind of error: " << e.what();         \
    }                                                                 \
  } while (false)

}  // namespace horloge::test
