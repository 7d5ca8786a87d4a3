#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// The right way, but for what is said otherwise.
struct Way {
  bool row_first = false;    // the lesson's order
  bool interleaved = false;  // sin, cos, sin, cos
  bool cosine_first = false;
  bool by_rows = false;  // t / rows in place of t / columns
  bool from_1 = false;
  bool one_count = false;  // t for both
  bool token_last = false;
  bool token_counts = false;  // patches counted from the token on
  bool token_of_place_0 = false;
  bool ignores_token = false;
  bool always_token = false;
  double exponent = 1;     // times i / n
  bool all_alike = false;  // whole numbers divided
  bool grows = false;
  bool added = false;  // row and column added up in one half
  bool in_float = false;
};

void put(Array& code, const Way& way, std::size_t to, double r, double c,
         std::size_t D) {
  const std::size_t n = D / 4;
  for (std::size_t i = 0; i < n; ++i) {
    double power = way.exponent * double(i) / double(n);
    if (way.all_alike) power = 0;
    double omega = std::pow(10000.0, way.grows ? power : -power);
    if (way.in_float) omega = double(float(omega));
    const double first = (way.row_first ? r : c) * omega;
    const double second = (way.row_first ? c : r) * omega;
    const auto write = [&](std::size_t half, double angle) {
      const double s = way.cosine_first ? std::cos(angle) : std::sin(angle);
      const double k = way.cosine_first ? std::sin(angle) : std::cos(angle);
      code(to, 2 * n * half + (way.interleaved ? 2 * i : i)) += s;
      code(to, 2 * n * half + (way.interleaved ? 2 * i + 1 : n + i)) += k;
    };
    write(0, first);
    write(way.added ? 0 : 1, second);
  }
}

Array made(const Way& way, std::size_t rows, std::size_t columns, std::size_t D,
           bool token) {
  if (D % 4 != 0) throw ValueError("no multiple of 4");
  if (way.ignores_token) token = false;
  if (way.always_token) token = true;
  const std::size_t T = rows * columns,
                    first = token && !way.token_last ? 1 : 0;
  Array code = zeros({T + (token ? 1 : 0), D});
  if (token && way.token_of_place_0) put(code, way, 0, 0, 0, D);
  for (std::size_t t = 0; t < T; ++t) {
    const std::size_t at = t + (way.token_counts ? first : 0);
    const std::size_t wide = way.by_rows ? rows : columns;
    const double more = way.from_1 ? 1 : 0;
    if (way.one_count)
      put(code, way, first + t, double(t), double(t), D);
    else
      put(code, way, first + t, double(at / wide) + more,
          double(at % wide) + more, D);
  }
  return code;
}

template <bool Way::*flag>
Array with(std::size_t rows, std::size_t columns, std::size_t D, bool token) {
  Way way;
  way.*flag = true;
  return made(way, rows, columns, D, token);
}

Array half_exponent(std::size_t r, std::size_t c, std::size_t D, bool token) {
  Way way;
  way.exponent = 0.5;
  return made(way, r, c, D, token);
}

Array double_exponent(std::size_t r, std::size_t c, std::size_t D, bool token) {
  Way way;
  way.exponent = 2;
  return made(way, r, c, D, token);
}

Array accepts_any(std::size_t rows, std::size_t columns, std::size_t D,
                  bool token) {
  if (D % 4 == 0) return made({}, rows, columns, D, token);
  return zeros({rows * columns + (token ? 1 : 0), D});
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"row-first",
       "your first half is for the row, as in the lesson; here the column goes "
       "first",
       {with<&Way::row_first>}},
      {"interleaved",
       "a cosine follows each sine, as in the lesson; here all sines of a half "
       "come first, then all its cosines",
       {with<&Way::interleaved>}},
      {"cosines-first",
       "the cosines stand before the sines",
       {with<&Way::cosine_first>}},
      {"by-the-height",
       "you divide by the number of rows; where the next row begins is up to "
       "the number of columns",
       {with<&Way::by_rows>}},
      {"counts-from-1",
       "your first row and column are 1; they are 0",
       {with<&Way::from_1>}},
      {"one-count",
       "both halves have the number of the patch in place of its column and "
       "its row",
       {with<&Way::one_count>}},
      {"token-last",
       "the class token stands behind the patches; it comes first",
       {with<&Way::token_last>}},
      {"token-counts",
       "the class token is counted as a patch, so all others stand one place "
       "too far",
       {with<&Way::token_counts>}},
      {"token-at-0",
       "the class token has the code of row 0, column 0; it stands nowhere, "
       "and "
       "has zeros",
       {with<&Way::token_of_place_0>}},
      {"no-token",
       "there is never a row for the class token",
       {with<&Way::ignores_token>}},
      {"always-a-token",
       "there is a row for the class token even if there is none",
       {with<&Way::always_token>}},
      {"half-the-exponent",
       "your exponent is i / (d_model / 2), or your base 100; a half has "
       "d_model "
       "/ 4 frequencies, so it is 10000 and i / (d_model / 4)",
       {half_exponent}},
      {"twice-the-exponent",
       "your exponent has 2i; i counts the frequencies here, so it is i / "
       "(d_model / 4)",
       {double_exponent}},
      {"one-frequency",
       "all frequencies are 1: where whole numbers are divided in i / n, the "
       "fraction is lost",
       {with<&Way::all_alike>}},
      {"exponent-sign",
       "your frequencies grow; the exponent is negative",
       {with<&Way::grows>}},
      {"added-up",
       "the codes of row and column are added up in the first half; each has a "
       "half of its own",
       {with<&Way::added>}},
      {"in-float",
       "your frequencies are computed in float; use real or double throughout",
       {with<&Way::in_float>}},
      {"any-width",
       "a d_model that is no multiple of 4 is accepted",
       {accepts_any}},
  };
  return all;
}
