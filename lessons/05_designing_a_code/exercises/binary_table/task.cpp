// Positions in binary digits: a code of zeros and ones.
//
//   position   bit 0  bit 1  bit 2
//          0       0      0      0
//          1       1      0      0
//          2       0      1      0
//          3       1      1      0
//          4       0      0      1
//
// Bit b counts the 2^b, so column 0 is the lowest bit: the one that changes
// with every step, as the fastest hand of the sinusoidal code does.
//
// t / n and t % n of whole numbers are the quotient and the remainder; t >> b
// divides by 2^b.

#include "exercises/binary_table/answer.h"

using namespace horloge;

/// Row t holds the binary digits of t, each a 0 or a 1.
///   -> (max_seq_len, bits)
/// When the bits are used up, counting begins again: with 4 bits 16 looks like
/// 0. There may be more bits than are needed, 63 at most; those are 0.
Array binary_table(std::size_t max_seq_len, std::size_t bits) {
  // solution
  Array table = Array::from_shape({max_seq_len, bits});
  for (std::size_t t = 0; t < max_seq_len; ++t)
    for (std::size_t b = 0; b < bits; ++b) table(t, b) = real(t >> b & 1);
  return table;
  // end
}
