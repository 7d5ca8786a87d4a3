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
  };
  return all;
}
