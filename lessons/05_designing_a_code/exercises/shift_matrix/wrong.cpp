#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

struct Block {
  double sin_sin, sin_cos;  // of the new sine: what of the sine, of the cosine
  double cos_sin, cos_cos;
};

Block rotation(double angle) {
  return {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle)};
}

using Frequency = std::function<double(double pair, double d)>;

double right(double pair, double d) { return std::pow(10000, -2 * pair / d); }

void refuse_odd(std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
}

// A block for each pair, at the rows and columns of its sine and its cosine.
Array blocks(double phi, std::size_t d_model,
             const Frequency& frequency = right,
             const std::function<Block(double angle)>& block = rotation) {
  refuse_odd(d_model);
  Array M = zeros({d_model, d_model});
  for (std::size_t i = 0; i < d_model / 2; ++i) {
    const Block b = block(phi * frequency(double(i), double(d_model)));
    M(2 * i, 2 * i) = b.sin_sin;
    M(2 * i, 2 * i + 1) = b.sin_cos;
    M(2 * i + 1, 2 * i) = b.cos_sin;
    M(2 * i + 1, 2 * i + 1) = b.cos_cos;
  }
  return M;
}

Array of_frequency(double phi, std::size_t d_model, const Frequency& f) {
  return blocks(phi, d_model, f);
}

Array of_block(double phi, std::size_t d_model, Block (*block)(double angle)) {
  return blocks(phi, d_model, right, block);
}

Array transposed(double phi, std::size_t d_model) {
  return blocks(-phi, d_model);
}

Array no_minus(double phi, std::size_t d_model) {
  return of_block(phi, d_model, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), std::cos(a)};
  });
}

Array both_minus(double phi, std::size_t d_model) {
  return of_block(phi, d_model, [](double a) {
    return Block{std::cos(a), -std::sin(a), -std::sin(a), std::cos(a)};
  });
}

Array cosine_first(double phi, std::size_t d_model) {
  return of_block(phi, d_model, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), -std::cos(a)};
  });
}

Array swapped(double phi, std::size_t d_model) {
  return of_block(phi, d_model, [](double a) {
    return Block{std::sin(a), std::cos(a), -std::cos(a), std::sin(a)};
  });
}

Array one_frequency(double phi, std::size_t d_model) {
  return of_frequency(phi, d_model, [](double, double) { return 1.0; });
}

Array i_over_d(double phi, std::size_t d_model) {
  return of_frequency(phi, d_model, [](double pair, double d) {
    return std::pow(10000, -pair / d);
  });
}

Array twice_too_slow(double phi, std::size_t d_model) {
  return of_frequency(phi, d_model, [](double pair, double d) {
    return std::pow(10000, -4 * pair / d);
  });
}

Array exponent_sign(double phi, std::size_t d_model) {
  return of_frequency(phi, d_model, [](double pair, double d) {
    return std::pow(10000, 2 * pair / d);
  });
}

Array base_1000(double phi, std::size_t d_model) {
  return of_frequency(phi, d_model, [](double pair, double d) {
    return std::pow(1000, -2 * pair / d);
  });
}

Array degrees(double phi, std::size_t d_model) {
  return blocks(phi * std::acos(-1.0) / 180, d_model);
}

Array whole_steps(double phi, std::size_t d_model) {
  return blocks(std::trunc(phi), d_model);
}

Array forward_only(double phi, std::size_t d_model) {
  return blocks(std::abs(phi), d_model);
}

Array identity(double, std::size_t d_model) { return blocks(0, d_model); }

Array one_step(double, std::size_t d_model) { return blocks(1, d_model); }

Array own_frequencies(double phi, std::size_t d_model) {
  Array M = blocks(phi, d_model);
  for (std::size_t j = 1; j < d_model; j += 2) {
    const double angle = phi * std::pow(10000, -double(j) / double(d_model));
    M(j, j - 1) = -std::sin(angle);
    M(j, j) = std::cos(angle);
  }
  return M;
}

Array halves(double phi, std::size_t d_model) {
  const Array M = blocks(phi, d_model);
  const auto place = [=](std::size_t j) {
    return j / 2 + j % 2 * (d_model / 2);
  };
  Array out = zeros(M.shape());
  for (std::size_t row = 0; row < d_model; ++row)
    for (std::size_t column = 0; column < d_model; ++column)
      out(place(row), place(column)) = M(row, column);
  return out;
}

Array not_doubled(double phi, std::size_t d_model) {
  refuse_odd(d_model);
  Array M = zeros({d_model, d_model});
  for (std::size_t i = 0; i < d_model / 2; ++i) {
    const double angle = phi * right(double(i), double(d_model));
    M(i, i) = M(i + 1, i + 1) = std::cos(angle);
    M(i, i + 1) = std::sin(angle);
    M(i + 1, i) = -std::sin(angle);
  }
  return M;
}

Array half_way(double phi, std::size_t d_model) {
  refuse_odd(d_model);
  Array M = zeros({d_model, d_model});
  for (std::size_t j = 0; j < d_model / 2; j += 2) {
    const double angle = phi * right(double(j) / 2, double(d_model));
    M(j, j) = M(j + 1, j + 1) = std::cos(angle);
    M(j, j + 1) = std::sin(angle);
    M(j + 1, j) = -std::sin(angle);
  }
  return M;
}

Array everywhere(double phi, std::size_t d_model) {
  refuse_odd(d_model);
  Array M = zeros({d_model, d_model});
  for (std::size_t row = 0; row < d_model; ++row)
    for (std::size_t column = 0; column < d_model; ++column) {
      const Block b = rotation(phi * right(double(row / 2), double(d_model)));
      M(row, column) = row % 2 == 0 ? (column % 2 == 0 ? b.sin_sin : b.sin_cos)
                                    : (column % 2 == 0 ? b.cos_sin : b.cos_cos);
    }
  return M;
}

Array not_zeroed(double phi, std::size_t d_model) {
  const Array M = blocks(phi, d_model);
  Array out = Array::from_shape({d_model, d_model});
  for (std::size_t row = 0; row < d_model; ++row)
    for (const std::size_t column : {row / 2 * 2, row / 2 * 2 + 1})
      out(row, column) = M(row, column);
  return out;
}

Array only_the_diagonal(double phi, std::size_t d_model) {
  return of_block(phi, d_model, [](double a) {
    return Block{std::cos(a), 0, 0, std::cos(a)};
  });
}

Array odd_accepted(double phi, std::size_t d_model) {
  if (d_model % 2 == 0) return blocks(phi, d_model);
  Array M = zeros({d_model, d_model});
  for (std::size_t row = 0; row < d_model; ++row)
    for (std::size_t column = 0; column < d_model; ++column)
      if (row / 2 == column / 2) {
        const Block b = rotation(phi * right(double(row / 2), double(d_model)));
        M(row, column) = row == column  ? b.sin_sin
                         : row < column ? b.sin_cos
                                        : b.cos_sin;
      }
  return M;
}

Array in_float(double phi, std::size_t d_model) {
  return of_block(phi, d_model,
                  [](double a) { return rotation(double(float(a))); });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"transposed",
       "your matrix turns back: it takes the code of t to that of t - phi. "
       "Rows and columns are exchanged, or the minus stands at the other sine",
       {transposed}},
      {"no-minus",
       "a minus is missing: in cos(a + b) the product of the two sines is "
       "subtracted",
       {no_minus}},
      {"both-minus",
       "both sines have a minus; in sin(a + b) nothing is subtracted",
       {both_minus}},
      {"cosine-first",
       "the second line of a block is sin, -cos: that is cos(a + b) with the "
       "wrong sign and its terms exchanged. In the code the sine comes first, "
       "so what stands before sin(a) goes into the first column",
       {cosine_first}},
      {"swapped",
       "sines and cosines of phi are swapped; for phi = 0 your matrix should "
       "leave every code as it is",
       {swapped}},
      {"one-frequency",
       "all blocks turn by phi; each pair has a frequency of its own. (In 2 * "
       "i / d_model whole numbers are divided, and the fraction is lost.)",
       {one_frequency}},
      {"own-frequencies",
       "the second line of a block has another frequency than the first: both "
       "dimensions of a pair, 2i and 2i + 1, share the exponent 2i / d_model",
       {own_frequencies}},
      {"i-over-d",
       "your exponent is i / d_model; the formula has 2i / d_model",
       {i_over_d}},
      {"twice-too-slow",
       "the 2 of 2i is counted twice: 0, 2, 4, … are the values of 2i, not of "
       "i",
       {twice_too_slow}},
      {"exponent-sign",
       "your angles grow from pair to pair: phi is divided by the power, not "
       "multiplied with it",
       {exponent_sign}},
      {"base-1000", "your base is 1000; the paper's is 10000", {base_1000}},
      {"degrees",
       "you turn by phi degrees; a hand moves on by radians, and std::sin "
       "takes radians",
       {degrees}},
      {"whole-steps",
       "phi is cut down to a whole number; parts of a step are allowed",
       {whole_steps}},
      {"forward-only",
       "the sign of phi gets lost; a negative phi moves back",
       {forward_only}},
      {"identity",
       "your matrix leaves every code where it is, whatever phi says",
       {identity}},
      {"one-step",
       "your matrix moves on by one position, whatever phi says",
       {one_step}},
      {"halves",
       "your blocks are made for a code with all sines first and all cosines "
       "after them; here they alternate, so a block stands at 2i and 2i + 1",
       {halves}},
      {"not-doubled",
       "your blocks overlap: that of pair i begins at row and column 2i, not i",
       {not_doubled}},
      {"half-way",
       "the blocks end half way down: there are d_model / 2 of them, and each "
       "is two wide",
       {half_way}},
      {"everywhere",
       "there are blocks in all places; a pair needs nothing of the other "
       "pairs, so beside the diagonal blocks all is 0",
       {everywhere}},
      {"not-zeroed",
       "you set the blocks and nothing else: a new array holds whatever was in "
       "that memory before. zeros({…}) makes one of zeros",
       {not_zeroed}},
      {"only-the-diagonal",
       "the sines are missing: a new sine is made of the old sine and the old "
       "cosine",
       {only_the_diagonal}},
      {"odd-accepted",
       "an odd d_model is accepted; then the last sine has no cosine",
       {odd_accepted}},
      {"in-float",
       "your angles are computed in float: for a shift by 100,000 seven digits "
       "are not enough. Use real or double throughout",
       {in_float}},
  };
  return all;
}
