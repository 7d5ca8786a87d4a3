#pragma once

#include "horloge/core/xtensor.h"

#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace horloge {

/// Token ids, positions, class labels. They carry no gradient. Braces are read as they are in
/// NumPy: {1, 2, 3} is (3,), {{1}} is (1, 1), {{1, 2}, {3, 4}} is (2, 2).
class Ids : public xt::xarray<std::int64_t> {
 public:
  using Numbers = xt::xarray<std::int64_t>;

  /// An id in braces, of any type of whole numbers. That it is a type of its own is what tells
  /// {{1}}, a row, from {1}.
  struct Id {
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    Id(Integer id) : value(static_cast<std::int64_t>(id)) {}
    std::int64_t value;
  };

  Ids() = default;
  Ids(std::initializer_list<Id> ids);

  /// Rows. ShapeError if they are not of one length.
  Ids(std::initializer_list<std::initializer_list<std::int64_t>> rows);

  Ids(const Numbers& ids) : Numbers(ids) {}
  Ids(Numbers&& ids) noexcept : Numbers(std::move(ids)) {}
  template <class E>
  Ids(const xt::xexpression<E>& ids) : Numbers(ids) {}

  /// Uninitialised ids of a shape.
  template <class Shape = shape_type>
  static Ids from_shape(Shape&& shape) {
    return Numbers::from_shape(std::forward<Shape>(shape));
  }
};

}  // namespace horloge

namespace xt::detail {

// An expression is, to xtensor, what its base has as a parameter; a class derived from one is not.
template <>
struct is_crtp_base_of_impl<xexpression, horloge::Ids> : std::true_type {};

}  // namespace xt::detail
