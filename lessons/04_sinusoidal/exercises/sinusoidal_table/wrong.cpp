#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// A table whose dimension `dim` has the angle pos * frequency(dim, d_model).
Array table(std::size_t max_seq_len, std::size_t d_model,
            const std::function<double(double dim, double d)>& frequency,
            double first = 0, bool swapped = false) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 0; dim < d_model; ++dim) {
      const double angle = (static_cast<double>(pos) + first) *
                           frequency(double(dim), double(d_model));
      pe(pos, dim) =
          (dim % 2 == 0) != swapped ? std::sin(angle) : std::cos(angle);
    }
  return pe;
}

double right(double dim, double d) {
  return std::pow(10000, -2 * std::floor(dim / 2) / d);
}

Array base_1000(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(1000, -2 * std::floor(dim / 2) / d);
  });
}

Array exponent_i_over_d(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, -std::floor(dim / 2) / d);
  });
}

Array exponent_of_dimension(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model,
               [](double dim, double d) { return std::pow(10000, -dim / d); });
}

Array exponent_sign(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, 2 * std::floor(dim / 2) / d);
  });
}

Array starts_at_1(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, right, 1);
}

Array swapped(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, right, 0, true);
}

Array halves(std::size_t max_seq_len, std::size_t d_model) {
  const Array pe = table(max_seq_len, d_model, right);
  Array out = zeros(pe.shape());
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t i = 0; i < d_model / 2; ++i) {
      out(pos, i) = pe(pos, 2 * i);
      out(pos, d_model / 2 + i) = pe(pos, 2 * i + 1);
    }
  return out;
}

Array odd_d_accepted(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 == 0) return table(max_seq_len, d_model, right);
  const Array wider = table(max_seq_len, d_model + 1, right);
  return xt::view(wider, xt::all(), xt::range(0, d_model));
}

Array float_angle(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 0; dim < d_model; ++dim) {
      const auto frequency =
          static_cast<float>(right(double(dim), double(d_model)));
      const float angle = static_cast<float>(pos) * frequency;
      pe(pos, dim) =
          dim % 2 == 0 ? std::sin(double(angle)) : std::cos(double(angle));
    }
  return pe;
}

// The angle of double numbers, kept in a float.
Array rounded_angle(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 0; dim < d_model; ++dim) {
      const auto angle = static_cast<float>(
          static_cast<double>(pos) * right(double(dim), double(d_model)));
      pe(pos, dim) = dim % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return pe;
}

Array float_frequency(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return double(static_cast<float>(right(dim, d)));
  });
}

// All of it in float: the power, the angle and the sine.
Array all_float(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 0; dim < d_model; ++dim) {
      const auto exponent =
          2 * static_cast<float>(dim / 2) / static_cast<float>(d_model);
      const float angle =
          static_cast<float>(pos) / std::pow(10000.0F, exponent);
      pe(pos, dim) = dim % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return pe;
}

Array integer_division(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, -std::floor(2 * std::floor(dim / 2) / d));
  });
}

// 10000 ^ 0, bit by bit.
Array exclusive_or(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    const int exponent = static_cast<int>(2 * std::floor(dim / 2) / d);
    return 1.0 / (10000 ^ exponent);
  });
}

Array column_for_i(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, -2 * dim / d);
  });
}

Array sine_column_for_i(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, -4 * std::floor(dim / 2) / d);
  });
}

Array last_is_the_base(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::pow(10000, -std::floor(dim / 2) / (d / 2 - 1));
  });
}

Array degrees(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return right(dim, d) * std::acos(-1.0) / 180;
  });
}

Array full_turns(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return right(dim, d) * 2 * std::acos(-1.0);
  });
}

Array common_logarithm(std::size_t max_seq_len, std::size_t d_model) {
  return table(max_seq_len, d_model, [](double dim, double d) {
    return std::exp(-2 * std::floor(dim / 2) * std::log10(10000.0) / d);
  });
}

Array sines_only(std::size_t max_seq_len, std::size_t d_model) {
  Array pe = table(max_seq_len, d_model, right);
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 1; dim < d_model; dim += 2)
      pe(pos, dim) = pe(pos, dim - 1);
  return pe;
}

Array last_pair_left_out(std::size_t max_seq_len, std::size_t d_model) {
  Array pe = table(max_seq_len, d_model, right);
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    pe(pos, d_model - 2) = pe(pos, d_model - 1) = 0;
  return pe;
}

Array last_row_left_out(std::size_t max_seq_len, std::size_t d_model) {
  Array pe = table(max_seq_len, d_model, right);
  if (max_seq_len > 0) xt::view(pe, max_seq_len - 1) = 0;
  return pe;
}

Array transposed(std::size_t max_seq_len, std::size_t d_model) {
  return xt::transpose(table(max_seq_len, d_model, right));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"base-1000",
       "the base of your power is 1000; the paper's is 10000",
       {base_1000}},
      {"exponent-i-over-d",
       "your exponent is i / d_model; the formula has 2i / d_model",
       {exponent_i_over_d}},
      {"exponent-of-dimension",
       "the cosine has another frequency than the sine before it: both "
       "dimensions of a pair, 2i and 2i + 1, share the exponent 2i / d_model",
       {exponent_of_dimension}},
      {"exponent-sign",
       "your angles grow with the dimension: the position is divided by the "
       "power, not multiplied with it",
       {exponent_sign}},
      {"starts-at-1",
       "your first row belongs to position 1; the first "
       "position is 0",
       {starts_at_1}},
      {"swapped",
       "sine and cosine are swapped: even dimensions are sines",
       {swapped}},
      {"halves",
       "you put all sines first and all cosines after them, as some libraries "
       "do; here they alternate: sin, cos, sin, cos, …",
       {halves}},
      {"odd-d-accepted",
       "an odd d_model is accepted; then the last sine has no cosine",
       {odd_d_accepted}},
      {"float-angle",
       "your angles are computed in float: at position 100,000 seven digits "
       "are not enough; compute them in double",
       {float_angle}},
      {"rounded-angle",
       "your angles are rounded to float before you take their sines: keep "
       "them in a double",
       {rounded_angle}},
      {"float-frequency",
       "your divisors are floats: at position 100,000 seven digits are not "
       "enough; compute them in double",
       {float_frequency}},
      {"all-float",
       "you compute all of it in float: seven digits are not enough, least of "
       "all at position 100,000; use double",
       {all_float}},
      {"integer-division",
       "all your divisors are 1, as they are where 2 * i / d_model is a "
       "division of whole numbers, which gives 0; write 2.0 * double(i) / "
       "double(d_model)",
       {integer_division}},
      {"exclusive-or",
       "^ is no power in C++ but an exclusive or, bit by bit; write "
       "std::pow(10000.0, exponent)",
       {exclusive_or}},
      {"column-for-i",
       "you take the number of the column for i: column 2i belongs to pair i, "
       "so i is half of it, and a cosine shares the i of its sine",
       {column_for_i}},
      {"sine-column-for-i",
       "you take 0, 2, 4, … for i; these are the values of 2i already",
       {sine_column_for_i}},
      {"last-is-the-base",
       "you divide by d_model / 2 - 1, so that the last divisor is 10000 "
       "itself, as tensor2tensor and fairseq do; the paper has 2i / d_model",
       {last_is_the_base}},
      {"degrees",
       "your angles are taken for degrees; std::sin wants radians, which they "
       "are already",
       {degrees}},
      {"full-turns",
       "your angles have a factor of 2 pi; the paper's have none",
       {full_turns}},
      {"common-logarithm",
       "you took the logarithm to base 10; exp goes with the natural one, "
       "std::log",
       {common_logarithm}},
      {"sines-only",
       "odd dimensions hold sines, too; they are cosines",
       {sines_only}},
      {"last-pair-left-out",
       "the last pair stays 0: pairs run up to d_model / 2 - 1",
       {last_pair_left_out}},
      {"last-row-left-out",
       "the last row stays 0: positions run up to max_seq_len - 1",
       {last_row_left_out}},
      {"transposed",
       "your rows are dimensions; the table has a row for each position",
       {transposed}},
  };
  return all;
}
