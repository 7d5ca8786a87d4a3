#include "horloge/io/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "horloge/core/atomic_file.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/text/shown.h"

namespace horloge {
namespace {

// A file is the magic, the version (2 bytes), the length of the header (2 bytes, from version 2 on
// 4), the header, the data.
constexpr std::string_view magic = "\x93NUMPY";

struct Description {
  std::string_view code;  // without the byte order in front
  DType dtype;
};
constexpr std::array<Description, 12> descriptions{{{"f2", DType::F16},
                                                    {"f4", DType::F32},
                                                    {"f8", DType::F64},
                                                    {"i1", DType::I8},
                                                    {"i2", DType::I16},
                                                    {"i4", DType::I32},
                                                    {"i8", DType::I64},
                                                    {"u1", DType::U8},
                                                    {"u2", DType::U16},
                                                    {"u4", DType::U32},
                                                    {"u8", DType::U64},
                                                    {"b1", DType::BOOL}}};

struct NpyHeader {
  DType dtype = DType::F32;
  bool big_endian = false;
  bool fortran_order = false;
  Shape shape;
};

// Reads the header, which is a Python dictionary of three entries:
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  NpyHeader read() {
    expect('{');
    bool descr = false;
    bool order = false;
    bool shape = false;
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      bool* const seen = key == "descr"           ? &descr
                         : key == "fortran_order" ? &order
                         : key == "shape"         ? &shape
                                                  : nullptr;
      if (seen == nullptr) fail(fmt::format("unexpected entry \"{}\" in the header", shown(key)));
      if (std::exchange(*seen, true)) fail(fmt::format("\"{}\" appears twice", shown(key)));
      if (seen == &descr) read_descr();
      if (seen == &order) header_.fortran_order = truth();
      if (seen == &shape) read_shape();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!rest_.empty()) fail("nothing may follow the dictionary in the header");
    if (!descr) fail("\"descr\" is missing");
    if (!order) fail("\"fortran_order\" is missing");
    if (!shape) fail("\"shape\" is missing");
    return header_;
  }

 private:
  void read_descr() {
    skip_space();
    if (!rest_.empty() && rest_.front() == '[') fail("structured arrays are not supported");
    const std::string_view descr = quoted();
    const auto known = std::find_if(
        descriptions.begin(), descriptions.end(),
        [&](const Description& d) { return !descr.empty() && descr.substr(1) == d.code; });
    const char order = descr.empty() ? '\0' : descr.front();
    const bool has_order = order == '<' || order == '>';
    if (known == descriptions.end() ||
        !(has_order || (order == '|' && byte_size(known->dtype) == 1)))
      fail(fmt::format("dtype \"{}\" is not supported", shown(descr)));
    header_.dtype = known->dtype;
    header_.big_endian = order == '>';
  }

  // (), (3,), (3, 4) or (3, 4,); (3) is a number in Python
  void read_shape() {
    expect('(');
    bool comma = true;
    while (!accept(')')) {
      if (!comma) fail("\"shape\" must be a tuple of unsigned integers");
      header_.shape.push_back(natural());
      comma = accept(',');
    }
    if (header_.shape.size() == 1 && !comma) fail("\"shape\" must be a tuple of unsigned integers");
  }

  std::size_t natural() {
    skip_space();
    constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
    std::size_t number = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      const auto digit = static_cast<std::size_t>(rest_[digits] - '0');
      if (number > (largest - digit) / 10) fail("a size of \"shape\" is too large");
      number = number * 10 + digit;
    }
    if (digits == 0) fail("\"shape\" must be a tuple of unsigned integers");
    rest_.remove_prefix(digits);
    return number;
  }

  bool truth() {
    skip_space();
    for (const std::string_view word : {"False", "True"})
      if (rest_.substr(0, word.size()) == word) {
        rest_.remove_prefix(word.size());
        return word == "True";
      }
    fail("\"fortran_order\" must be True or False");
  }

  std::string_view quoted() {
    skip_space();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"'))
      fail("expected a quoted string in the header");
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) fail("unterminated string in the header");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
      rest_.remove_prefix(1);
  }

  bool accept(char c) {
    skip_space();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (accept(c)) return;
    fail(rest_.empty() ? fmt::format("expected {} in the header, which ends there", c)
                       : fmt::format("expected {} in the header, got \"{}\"", c, shown(rest_, 12)));
  }

  [[noreturn]] void fail(const std::string& what) const { throw FileError(where_ + what); }

  std::string_view rest_;
  const std::string& where_;
  NpyHeader header_;
};

std::string reverse_each(std::string_view bytes, std::size_t width) {
  std::string reversed(bytes);
  for (auto at = reversed.begin(); at != reversed.end(); at += static_cast<std::ptrdiff_t>(width))
    std::reverse(at, at + static_cast<std::ptrdiff_t>(width));
  return reversed;
}

// Fortran order, first index fastest, to C order, last index fastest.
std::string to_c_order(std::string_view bytes, const Shape& shape, std::size_t width) {
  std::vector<std::size_t> stride(shape.size(), width);
  for (std::size_t axis = 1; axis < shape.size(); ++axis)
    stride[axis] = stride[axis - 1] * shape[axis - 1];
  std::vector<std::size_t> index(shape.size(), 0);
  std::string ordered(bytes.size(), '\0');
  std::size_t from = 0;
  for (std::size_t to = 0; to < bytes.size(); to += width) {
    std::memcpy(ordered.data() + to, bytes.data() + from, width);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += stride[axis];
      if (++index[axis] < shape[axis]) break;
      from -= stride[axis] * std::exchange(index[axis], 0);
    }
  }
  return ordered;
}

StoredTensor tensor_in(const Bytes& file, const std::string& where) {
  const auto fail = [&](const std::string& what) { throw FileError(where + what); };
  const std::string_view bytes = file.view;
  if (bytes.substr(0, magic.size()) != magic) fail("must begin with \\x93NUMPY");
  const std::size_t version_end = magic.size() + 2;
  if (bytes.size() < version_end) fail("ends inside its version");
  const auto major = static_cast<unsigned char>(bytes[version_end - 2]);
  const auto minor = static_cast<unsigned char>(bytes[version_end - 1]);
  if (major < 1 || major > 3 || minor != 0)
    fail(fmt::format("version must be 1.0, 2.0 or 3.0, got {}.{}", major, minor));
  const std::size_t length_size = major == 1 ? 2 : 4;
  const std::size_t header_begin = version_end + length_size;
  if (bytes.size() < header_begin) fail("ends inside the length of its header");
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + version_end, length_size);
  if (length > bytes.size() - header_begin)
    fail(fmt::format("the header of {} bytes runs past the end of the file at {}", length,
                     bytes.size()));

  NpyHeader header = HeaderReader(bytes.substr(header_begin, length), where).read();
  const std::size_t data_size = bytes.size() - header_begin - length;
  std::size_t needed = 0;
  if (!stored_size(header.dtype, header.shape, needed))
    fail(fmt::format("shape {} is too large", shown(to_string(header.shape))));
  if (needed != data_size)
    fail(fmt::format("{} of shape {} takes {} bytes, the file has {} bytes of data",
                     name_of(header.dtype), shown(to_string(header.shape)), needed, data_size));

  Bytes data = file.slice(header_begin + length, data_size);
  const std::size_t width = byte_size(header.dtype);
  if (header.big_endian && width > 1) data = own_bytes(reverse_each(data.view, width));
  if (header.fortran_order && header.shape.size() > 1)
    data = own_bytes(to_c_order(data.view, header.shape, width));
  return {header.dtype, std::move(header.shape), std::move(data)};
}

// Everything before the data, padded to a multiple of 64 bytes as NumPy pads it.
std::string format_head(const StoredTensor& tensor) {
  const auto known = std::find_if(descriptions.begin(), descriptions.end(),
                                  [&](const Description& d) { return d.dtype == tensor.dtype(); });
  if (known == descriptions.end())
    throw ValueError(
        fmt::format("[write_npy] NumPy has no {}; store F32", name_of(tensor.dtype())));
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                                   byte_size(tensor.dtype()) == 1 ? '|' : '<', known->code,
                                   to_string(tensor.shape()));
  constexpr std::size_t alignment = 64;
  constexpr std::size_t longest_of_version_1 = 65535;
  std::size_t length_size = 2;
  const auto padding = [&] {
    return (alignment - (magic.size() + 2 + length_size + header.size() + 1) % alignment) %
           alignment;
  };
  if (header.size() + 1 + padding() > longest_of_version_1) length_size = 4;
  header.append(padding(), ' ') += '\n';

  std::string head(magic);
  head += length_size == 2 ? '\1' : '\2';
  head += '\0';
  const auto length = static_cast<std::uint32_t>(header.size());
  char length_bytes[sizeof length];
  std::memcpy(length_bytes, &length, sizeof length);
  return head.append(length_bytes, length_size) + header;
}

}  // namespace

StoredTensor read_npy(const std::filesystem::path& path) {
  return tensor_in(map_file(path, "read_npy"), fmt::format("[read_npy] {}: ", path.string()));
}

StoredTensor parse_npy(const Bytes& bytes, const std::string& origin) {
  return tensor_in(bytes, fmt::format("[parse_npy] {}: ", origin));
}

void write_npy(const std::filesystem::path& path, const StoredTensor& tensor) {
  write_file_atomically(
      path,
      [&](const AppendBytes& append) {
        append(format_head(tensor));
        append(tensor.bytes());
      },
      "write_npy");
}

std::string format_npy(const StoredTensor& tensor) {
  return format_head(tensor).append(tensor.bytes());
}

}  // namespace horloge
