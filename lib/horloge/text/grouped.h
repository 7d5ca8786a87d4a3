#pragma once

#include <cstddef>
#include <string>

namespace horloge {

/// A number for reading: 1234567 -> "1,234,567".
inline std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace horloge
