#include "course/exercise/exam.h"

namespace {

std::string sizes(std::size_t max_seq_len, std::size_t bits) {
  return fmt::format("max_seq_len = {}, bits = {}", max_seq_len, bits);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto table = answer.binary_table, right = right_answer().binary_table;
  const auto compare = [&](std::size_t max_seq_len, std::size_t bits) {
    examiner.equal(table(max_seq_len, bits), right(max_seq_len, bits),
                   {sizes(max_seq_len, bits), {"position", "bit"}});
  };
  examiner.shape("has a row for each position", [&] {
    examiner.same_shape(table(9, 5), {9, 5}, sizes(9, 5));
  });
  examiner.values("has the binary digits", [&] {
    compare(13, 4);
    compare(20 + rng.below(40), 6 + rng.below(3));
  });
  examiner.edge("works for one position, and for one bit", [&] {
    compare(1, 3);
    compare(6, 1);
  });
  examiner.edge("begins again when the bits are used up", [&] {
    compare(17, 4);
    compare(11 + rng.below(9), 3);
  });
  examiner.edge("works for no position, and for no bit", [&] {
    compare(0, 3);
    compare(5, 0);
    compare(0, 0);
  });
  examiner.edge("works for as many bits as positions", [&] { compare(6, 6); });
  examiner.edge("works for many positions", [&] { compare(70000, 17); });
  examiner.edge("has zeros in more bits than are needed", [&] {
    // As many as a number can be shifted by: 40 and 63, fewer in a browser.
    constexpr std::size_t digits = std::numeric_limits<std::size_t>::digits;
    compare(6, digits - 24);
    compare(5, digits - 1);
  });
  examiner.property("gives back each position, 2^b a bit", [&] {
    const std::size_t max_seq_len = 40 + rng.below(25);
    const Array rows = table(max_seq_len, 7);
    examiner.same_shape(rows, {max_seq_len, 7}, sizes(max_seq_len, 7));
    for (std::size_t t = 0; t < max_seq_len; ++t) {
      double sum = 0;
      for (std::size_t b = 0; b < 7; ++b)
        sum += rows(t, b) * std::pow(2, double(b));
      examiner.equal(sum, double(t),
                     {fmt::format("the sum of bit b times 2^b in row {}, {}", t,
                                  sizes(max_seq_len, 7))});
    }
  });
  examiner.property("changes each bit half as often as the one before", [&] {
    const Array rows = table(65, 6);
    examiner.same_shape(rows, {65, 6}, sizes(65, 6));
    for (std::size_t b = 0; b < 6; ++b) {
      double changes = 0;
      for (std::size_t t = 0; t < 64; ++t)
        changes += rows(t, b) != rows(t + 1, b) ? 1 : 0;
      examiner.equal(changes, 64 / std::pow(2, double(b)),
                     {fmt::format("how often bit {} changes from 0 to 64", b)});
    }
  });
  examiner.if_right_so_far(Kind::values, "begins anew with each call", [&] {
    compare(9, 4);
    compare(21, 5);
    compare(9, 2);
    compare(9, 4);
  });
  examiner.no_gradient("digits are counted, not learned");
}
