#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// `digit(t, b)` at each place.
Array filled(std::size_t rows, std::size_t columns,
             const std::function<double(std::size_t t, std::size_t b)>& digit) {
  Array table = zeros({rows, columns});
  for (std::size_t t = 0; t < rows; ++t)
    for (std::size_t b = 0; b < columns; ++b) table(t, b) = digit(t, b);
  return table;
}

double bit(std::size_t t, std::size_t b) { return double(t >> b & 1); }

Array highest_first(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [=](std::size_t t, std::size_t b) {
    return bit(t, bits - 1 - b);
  });
}

Array starts_at_1(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return bit(t + 1, b); });
}

Array gray(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return bit(t ^ t >> 1, b);
  });
}

Array plus_and_minus(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return 2 * bit(t, b) - 1; });
}

Array inverted(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return 1 - bit(t, b); });
}

Array thermometer(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return t > b ? 1.0 : 0.0; });
}

Array one_hot(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [=](std::size_t t, std::size_t b) {
    return t % bits == b ? 1.0 : 0.0;
  });
}

Array decimal(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    for (std::size_t i = 0; i < b; ++i) t /= 10;
    return double(t % 10);
  });
}

Array quotients(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return double(t >> b); });
}

Array not_rounded(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return std::fmod(double(t) / std::pow(2.0, double(b)), 2.0);
  });
}

Array weighted(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return double(t & std::size_t{1} << b);
  });
}

Array shifted(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return bit(t, b + 1); });
}

Array divided_by_b(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return double(t / (b + 1) % 2);
  });
}

Array saturates(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [=](std::size_t t, std::size_t b) {
    return bits < 20 && t >= std::size_t{1} << bits ? 1 : bit(t, b);
  });
}

Array refuses(std::size_t max_seq_len, std::size_t bits) {
  if (bits < 20 && max_seq_len > std::size_t{1} << bits)
    throw ValueError("[binary_table] too few bits");
  return filled(max_seq_len, bits, bit);
}

Array transposed(std::size_t max_seq_len, std::size_t bits) {
  return filled(bits, max_seq_len,
                [](std::size_t b, std::size_t t) { return bit(t, b); });
}

Array int_shift(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return bit(t, b % 32);  // what 1 << b does for an int on most machines
  });
}

Array in_a_byte(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return bit(t % 256, b); });
}

Array in_16_bits(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t b) { return bit(t % 65536, b); });
}

Array wraps_early(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [=](std::size_t t, std::size_t b) {
    const std::size_t last = bits < 20 ? (std::size_t{1} << bits) - 1 : t + 1;
    return bit(last == 0 ? 0 : t % last, b);
  });
}

Array decimal_parity(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    for (std::size_t i = 0; i < b; ++i) t /= 10;
    return double(t % 2);
  });
}

Array power_by_caret(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    const std::size_t power = 2 ^ b;  // exclusive or, not a power
    return double(power == 0 ? 0 : t / power % 2);
  });
}

Array rounded(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return std::fmod(std::round(double(t) / std::pow(2.0, double(b))), 2.0);
  });
}

Array parity(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits,
                [](std::size_t t, std::size_t) { return double(t % 2); });
}

Array one_bit_each(std::size_t max_seq_len, std::size_t bits) {
  return filled(max_seq_len, bits, [](std::size_t t, std::size_t b) {
    return b < 64 && t >> b > 0 ? 1.0 : 0.0;
  });
}

Array only_ones_set(std::size_t max_seq_len, std::size_t bits) {
  Array table = Array::from_shape({max_seq_len, bits});
  for (std::size_t t = 0; t < max_seq_len; ++t)
    for (std::size_t b = 0; b < bits; ++b)
      if (bit(t, b) > 0) table(t, b) = 1;
  return table;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"highest-first",
       "your columns begin with the highest bit, as numbers are written; here "
       "column 0 is the lowest",
       {highest_first}},
      {"starts-at-1",
       "your first row belongs to position 1; the first position is 0",
       {starts_at_1}},
      {"gray",
       "this is the Gray code, where neighbours differ in one bit only: a fine "
       "idea, but not the binary digits that are asked for",
       {gray}},
      {"plus-and-minus",
       "your digits are -1 and 1; here they are 0 and 1",
       {plus_and_minus}},
      {"inverted",
       "zeros and ones are exchanged; position 0 has zeros only",
       {inverted}},
      {"thermometer",
       "you fill up with ones from the left, one more for each position; a "
       "binary number has each bit stand for a power of two",
       {thermometer}},
      {"one-hot",
       "each row has a single 1, at its position; binary digits make far more "
       "of their columns",
       {one_hot}},
      {"decimal",
       "these are decimal digits: bit b counts the 2^b, not the 10^b",
       {decimal}},
      {"quotients",
       "you divide by 2^b and stop there; what is asked for is whether the "
       "quotient is even or odd",
       {quotients}},
      {"not-rounded",
       "you divide without rounding down, so your digits have fractions: "
       "divide whole numbers, then ask for even or odd",
       {not_rounded}},
      {"weighted",
       "you give what a bit is worth, 2^b, instead of 1",
       {weighted}},
      {"shifted",
       "your columns are off by one: column 0 counts the 2s; the ones, even or "
       "odd, are missing",
       {shifted}},
      {"divided-by-b",
       "you divide by b + 1 where 2^b is meant: the columns count 1, 2, 4, 8, "
       "…",
       {divided_by_b}},
      {"saturates",
       "when the bits are used up, your rows stay at ones; here counting "
       "begins again at 0",
       {saturates}},
      {"refuses",
       "you refuse more positions than the bits can tell apart; here counting "
       "begins again at 0",
       {refuses}},
      {"transposed",
       "you give a row to each bit; here each position has a row, "
       "(max_seq_len, bits)",
       {transposed}},
      {"int-shift",
       "1 << b is an int, which has 32 bits: for larger b it goes wrong. Shift "
       "t instead, or begin with std::size_t{1}",
       {int_shift}},
      {"in-a-byte",
       "positions are kept in a byte, which ends at 255. Use std::size_t",
       {in_a_byte}},
      {"in-16-bits",
       "positions are kept in 16 bits, which end at 65535. Use std::size_t",
       {in_16_bits}},
      {"wraps-early",
       "counting begins again one too early: with 4 bits there are 16 numbers, "
       "0 to 15",
       {wraps_early}},
      {"decimal-parity",
       "you divide by 10 from column to column; bit b counts the 2^b",
       {decimal_parity}},
      {"power-by-caret",
       "2 ^ b is no power in C++ but an exclusive or: 2, 3, 0, 1, … Write "
       "1 << b, or shift t by b",
       {power_by_caret}},
      {"rounded",
       "you round the quotient to the nearest number; here it is rounded down",
       {rounded}},
      {"parity",
       "all columns are alike, even or odd: divide by 2^b first",
       {parity}},
      {"one-bit-each",
       "you ask whether the quotient is above 0; what is asked for is whether "
       "it is even or odd",
       {one_bit_each}},
      {"only-ones-set",
       "you set the ones and nothing else: a new array holds whatever was in "
       "that memory before",
       {only_ones_set}},
  };
  return all;
}
