#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/bytes.h"
#include "horloge/io/dtype.h"

namespace horloge {

/// A tensor as a file stores it: dtype, shape, and the numbers as little-endian bytes in row-major
/// order. The bytes may be a slice of a mapped file, which is read when they are converted.
class StoredTensor {
 public:
  /// ShapeError unless the shape needs exactly these bytes.
  StoredTensor(DType dtype, Shape shape, Bytes bytes);

  /// Numbers as `dtype`, a float dtype, each rounded to nearest.
  static StoredTensor from(const Array& x, DType dtype = real_dtype);

  /// Ids as `dtype`, an integer dtype. ValueError for an id that it cannot hold.
  static StoredTensor from(const Ids& ids, DType dtype = DType::I64);

  /// BOOL.
  static StoredTensor from(const Mask& mask);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::size_t size() const { return bytes_.view.size() / byte_size(dtype_); }
  std::string_view bytes() const { return bytes_.view; }

  /// Floats of any width as `real`; ValueError for other dtypes.
  Array to_array() const;

  /// The same into memory that has room for size() numbers.
  void read_to(real* numbers) const;

  /// Floats of any width without loss, in row-major order; ValueError for other dtypes.
  std::vector<double> to_doubles() const;

  /// Integers of any width, exactly; ValueError for other dtypes and for a U64 above 2^63 - 1.
  Ids to_ids() const;

  /// BOOL or U8; ValueError for other dtypes and for a byte other than 0 and 1.
  Mask to_mask() const;

  /// Same dtype, shape and bytes.
  friend bool operator==(const StoredTensor& a, const StoredTensor& b) {
    return a.dtype_ == b.dtype_ && a.shape_ == b.shape_ && a.bytes() == b.bytes();
  }
  friend bool operator!=(const StoredTensor& a, const StoredTensor& b) { return !(a == b); }

 private:
  DType dtype_;
  Shape shape_;
  Bytes bytes_;
};

/// How many bytes a shape of a dtype takes; false if that, or a stride, exceeds a signed 64-bit
/// number.
bool stored_size(DType dtype, const Shape& shape, std::size_t& bytes);

}  // namespace horloge
