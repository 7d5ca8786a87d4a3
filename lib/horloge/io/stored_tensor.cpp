#include "horloge/io/stored_tensor.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/io/small_float.h"

namespace horloge {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "files are little-endian, and so must be the machine");

// Bytes in a file need not be aligned, so numbers go in and out through memcpy.

template <class T, class To, class Convert>
void read_numbers(std::string_view bytes, To* out, const Convert& convert) {
  parallel_for(bytes.size() / sizeof(T), elements_per_tile, [=](auto begin, auto end) {
    for (std::size_t i = begin; i < end; ++i) {
      T stored;
      std::memcpy(&stored, bytes.data() + i * sizeof(T), sizeof(T));
      out[i] = convert(stored);
    }
  });
}

template <class T, class From, class Convert>
Bytes write_numbers(const From* in, std::size_t n, const Convert& convert) {
  std::string bytes(n * sizeof(T), '\0');
  char* const out = bytes.data();
  parallel_for(n, elements_per_tile, [=](auto begin, auto end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T stored = convert(in[i]);
      std::memcpy(out + i * sizeof(T), &stored, sizeof(T));
    }
  });
  return own_bytes(std::move(bytes));
}

template <class To>
void read_floats(DType dtype, std::string_view bytes, To* out, const char* who) {
  const auto read_small = [&](auto format) {
    using Format = decltype(format);
    read_numbers<typename Format::Bits>(
        bytes, out, [](auto stored) { return static_cast<To>(Format::decode(stored)); });
  };
  const auto cast = [](auto stored) { return static_cast<To>(stored); };
  switch (dtype) {
    case DType::F8_E5M2:
      return read_small(Float8E5M2{});
    case DType::F8_E4M3:
      return read_small(Float8E4M3{});
    case DType::F16:
      return read_small(Float16{});
    case DType::BF16:
      return read_small(BFloat16{});
    case DType::F32:
      return read_numbers<float>(bytes, out, cast);
    case DType::F64:
      return read_numbers<double>(bytes, out, cast);
    default:
      throw ValueError(fmt::format("[{}] needs a float dtype, the file has {}; read it with {}",
                                   who, name_of(dtype),
                                   dtype == DType::BOOL ? "to_mask()" : "to_ids()"));
  }
}

template <class T>
Bytes write_integers(const Ids& ids, DType dtype) {
  for (const std::int64_t id : ids) {
    const bool negative_in_unsigned = std::is_unsigned_v<T> && id < 0;
    if (negative_in_unsigned || static_cast<std::int64_t>(static_cast<T>(id)) != id)
      throw ValueError(fmt::format("[StoredTensor] {} does not fit into {}", id, name_of(dtype)));
  }
  return write_numbers<T>(ids.data(), ids.size(), [](auto id) { return static_cast<T>(id); });
}

}  // namespace

bool stored_size(DType dtype, const Shape& shape, std::size_t& bytes) {
  // A size of 0 makes the product 0, but the strides of the other axes must fit all the same.
  constexpr std::size_t largest = std::numeric_limits<std::ptrdiff_t>::max();
  std::size_t product = byte_size(dtype);
  bool empty = false;
  for (const std::size_t size : shape) {
    empty = empty || size == 0;
    if (size != 0 && product > largest / size) return false;
    product *= size == 0 ? 1 : size;
  }
  bytes = empty ? 0 : product;
  return true;
}

StoredTensor::StoredTensor(DType dtype, Shape shape, Bytes bytes)
    : dtype_(dtype), shape_(std::move(shape)), bytes_(std::move(bytes)) {
  std::size_t needed = 0;
  if (!stored_size(dtype_, shape_, needed) || needed != bytes_.view.size())
    throw ShapeError(fmt::format("[StoredTensor] {} of shape {} does not take {} bytes",
                                 name_of(dtype_), to_string(shape_), bytes_.view.size()));
}

StoredTensor StoredTensor::from(const Array& x, DType dtype) {
  const auto small = [&](auto format) {
    using Format = decltype(format);
    return write_numbers<typename Format::Bits>(x.data(), x.size(), [](real number) {
      return Format::encode(static_cast<double>(number));
    });
  };
  const auto plain = [&](auto zero) {
    using T = decltype(zero);
    return write_numbers<T>(x.data(), x.size(), [](real number) { return static_cast<T>(number); });
  };
  const auto bytes = [&] {
    switch (dtype) {
      case DType::F8_E5M2:
        return small(Float8E5M2{});
      case DType::F8_E4M3:
        return small(Float8E4M3{});
      case DType::F16:
        return small(Float16{});
      case DType::BF16:
        return small(BFloat16{});
      case DType::F32:
        return plain(0.0F);
      case DType::F64:
        return plain(0.0);
      default:
        throw ValueError(fmt::format("[StoredTensor] an Array is stored as a float dtype, not {}",
                                     name_of(dtype)));
    }
  };
  return {dtype, x.shape(), bytes()};
}

StoredTensor StoredTensor::from(const Ids& ids, DType dtype) {
  const auto bytes = [&] {
    switch (dtype) {
      case DType::U8:
        return write_integers<std::uint8_t>(ids, dtype);
      case DType::I8:
        return write_integers<std::int8_t>(ids, dtype);
      case DType::I16:
        return write_integers<std::int16_t>(ids, dtype);
      case DType::U16:
        return write_integers<std::uint16_t>(ids, dtype);
      case DType::I32:
        return write_integers<std::int32_t>(ids, dtype);
      case DType::U32:
        return write_integers<std::uint32_t>(ids, dtype);
      case DType::I64:
        return write_integers<std::int64_t>(ids, dtype);
      case DType::U64:
        return write_integers<std::uint64_t>(ids, dtype);
      default:
        throw ValueError(fmt::format("[StoredTensor] Ids are stored as an integer dtype, not {}",
                                     name_of(dtype)));
    }
  };
  return {dtype, ids.shape(), bytes()};
}

StoredTensor StoredTensor::from(const Mask& mask) {
  return {DType::BOOL, mask.shape(),
          write_numbers<char>(mask.data(), mask.size(), [](bool b) { return b ? '\1' : '\0'; })};
}

Array StoredTensor::to_array() const {
  Array x = empty(shape_);
  read_to(x.data());
  return x;
}

void StoredTensor::read_to(real* numbers) const {
  read_floats(dtype_, bytes(), numbers, "to_array");
}

std::vector<double> StoredTensor::to_doubles() const {
  std::vector<double> x(size());
  read_floats(dtype_, bytes(), x.data(), "to_doubles");
  return x;
}

Ids StoredTensor::to_ids() const {
  Ids ids = Ids::from_shape(shape_);
  const auto read = [&](auto zero) {
    read_numbers<decltype(zero)>(bytes(), ids.data(),
                                 [](auto stored) { return static_cast<std::int64_t>(stored); });
  };
  switch (dtype_) {
    case DType::U8:
      read(std::uint8_t{});
      break;
    case DType::I8:
      read(std::int8_t{});
      break;
    case DType::I16:
      read(std::int16_t{});
      break;
    case DType::U16:
      read(std::uint16_t{});
      break;
    case DType::I32:
      read(std::int32_t{});
      break;
    case DType::U32:
      read(std::uint32_t{});
      break;
    case DType::I64:
      read(std::int64_t{});
      break;
    case DType::U64:
      read(std::uint64_t{});
      for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids.data()[i] < 0)
          throw ValueError(
              fmt::format("[to_ids] ids go up to 2^63 - 1, but element {} of the U64 numbers is {}",
                          i, static_cast<std::uint64_t>(ids.data()[i])));
      break;
    default:
      throw ValueError(
          fmt::format("[to_ids] needs an integer dtype, the file has {}; read it with {}",
                      name_of(dtype_), dtype_ == DType::BOOL ? "to_mask()" : "to_array()"));
  }
  return ids;
}

Mask StoredTensor::to_mask() const {
  if (dtype_ != DType::BOOL && dtype_ != DType::U8)
    throw ValueError(fmt::format("[to_mask] needs BOOL or U8, the file has {}", name_of(dtype_)));
  Mask mask = Mask::from_shape(shape_);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes()[i]);
    if (byte > 1)
      throw ValueError(fmt::format(
          "[to_mask] the bytes of a mask must be 0 or 1, but element {} is {}", i, byte));
    mask.data()[i] = byte == 1;
  }
  return mask;
}

}  // namespace horloge
