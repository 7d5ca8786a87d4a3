#pragma once

// What one core of this machine can do at most, measured when it is first asked for.

namespace bench {

/// In units a second.
struct Peaks {
  double flops;         ///< multiply-adds of numbers that stay in registers; each counts as two
  double gemm_flops;    ///< those of a product of two matrices of 512 by 512
  double exponentials;  ///< of numbers in the first cache
};
const Peaks& peaks();

/// Bytes a second, read and written, of a loop x = -x over as much memory.
double bandwidth(double bytes);

/// Memory that fits into the second cache of about any processor, and memory that fits into no
/// cache.
constexpr double second_cache = 256 << 10;
constexpr double large_memory = 512 << 20;

}  // namespace bench
