#pragma once

#include <cstdint>
#include <string_view>

namespace horloge {

/// The checksum of zip, gzip and PNG (CRC-32, ISO 3309): one flipped bit always changes it, other
/// damage all but once in four billion times.
class Crc32 {
 public:
  /// The bytes that come next.
  void add(std::string_view bytes);

  /// Of all bytes so far.
  std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = 0xFFFFFFFF;
};

}  // namespace horloge
