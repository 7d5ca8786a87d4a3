#include "course/web/packed.h"

#include <zlib.h>

#include <cstdint>
#include <new>

namespace web {

std::string packed(std::string_view text) {
  z_stream stream{};
  constexpr int gzip = 16, window = 15, memory_level = 8;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window + gzip,
                   memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  const auto size = static_cast<uLong>(text.size());
  std::string bytes(deflateBound(&stream, size), '\0');
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // is read only
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);  // all at once, for there is room for the worst
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

std::string packed_letters(std::string_view text) {
  constexpr const char* letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string bytes = packed(text);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = at; i < at + 3; ++i)
      three = three << 8 |
              (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      out += at + i <= bytes.size() ? letters[three >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

}  // namespace web
