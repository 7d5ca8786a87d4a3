#include "course/exercise/exam.h"

using namespace horloge;

namespace {

void refuse(const Array& w, std::size_t H) {
  if (H == 0 || w.shape(0) % (2 * H) != 0) throw ValueError("no");
}

// Which row of w becomes row r, of H heads of K rows.
using From = std::size_t (*)(std::size_t r, std::size_t H, std::size_t K);

Array taken(const Array& w, std::size_t H, From from) {
  const std::size_t rows = w.shape(0), columns = w.size() / rows;
  Array y = w;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      y.data()[r * columns + c] = w.data()[from(r, H, rows / H) * columns + c];
  return y;
}

template <From from>
Array rows(const Array& w, std::size_t H) {
  refuse(w, H);
  return taken(w, H, from);
}

std::size_t evens_first(std::size_t i, std::size_t K) {
  return i < K / 2 ? 2 * i : 2 * (i - K / 2) + 1;
}

std::size_t dealt(std::size_t i, std::size_t K) {
  return i / 2 + (i % 2) * (K / 2);
}

std::size_t halves(std::size_t r, std::size_t, std::size_t K) {
  return r / K * K + evens_first(r % K, K);
}

std::size_t back(std::size_t r, std::size_t, std::size_t K) {
  return r / K * K + dealt(r % K, K);
}

std::size_t stay(std::size_t r, std::size_t, std::size_t) { return r; }

std::size_t all_heads(std::size_t r, std::size_t H, std::size_t K) {
  return evens_first(r, H * K);
}

std::size_t all_heads_back(std::size_t r, std::size_t H, std::size_t K) {
  return dealt(r, H * K);
}

std::size_t odds_first(std::size_t r, std::size_t, std::size_t K) {
  const std::size_t i = r % K;
  return r / K * K + evens_first((i + K / 2) % K, K);
}

std::size_t odds_first_back(std::size_t r, std::size_t, std::size_t K) {
  return r / K * K + (dealt(r % K, K) + K / 2) % K;
}

std::size_t first_head(std::size_t r, std::size_t, std::size_t K) {
  return r < K ? evens_first(r, K) : r;
}

std::size_t first_head_back(std::size_t r, std::size_t, std::size_t K) {
  return r < K ? dealt(r, K) : r;
}

std::size_t onto_head_0(std::size_t r, std::size_t, std::size_t K) {
  return evens_first(r % K, K);
}

std::size_t onto_head_0_back(std::size_t r, std::size_t, std::size_t K) {
  return dealt(r % K, K);
}

std::size_t mirrored(std::size_t r, std::size_t, std::size_t K) {
  const std::size_t i = r % K;
  return r / K * K + (i < K / 2 ? 2 * i : 2 * (K - 1 - i) + 1);
}

std::size_t mirrored_back(std::size_t r, std::size_t, std::size_t K) {
  const std::size_t i = r % K;
  return r / K * K + (i % 2 == 0 ? i / 2 : K - 1 - i / 2);
}

// As if a head had as many rows as there are heads.
std::size_t swapped_sizes(std::size_t r, std::size_t H, std::size_t K) {
  return H % 2 == 0 ? r / H * H + evens_first(r % H, H) : halves(r, H, K);
}

std::size_t swapped_sizes_back(std::size_t r, std::size_t H, std::size_t K) {
  return H % 2 == 0 ? r / H * H + dealt(r % H, H) : back(r, H, K);
}

// The columns of a matrix in place of its rows.
template <From from>
Array columns(const Array& w, std::size_t H) {
  refuse(w, H);
  if (w.dimension() == 1) return taken(w, H, from);
  Array y = w;
  const std::size_t n = w.shape(1);
  for (std::size_t r = 0; r < w.shape(0); ++r)
    for (std::size_t c = 0; c < n; ++c)
      y(r, c) = n % (2 * H) == 0 ? w(r, from(c, H, n / H)) : w(r, c);
  return y;
}

template <From from>
Array transposed(const Array& w, std::size_t H) {
  refuse(w, H);
  return xt::transpose(taken(w, H, from));
}

template <From from>
Array odd_heads(const Array& w, std::size_t H) {
  if (H == 0) throw ValueError("no");
  if (w.shape(0) % (2 * H) != 0) return w;
  return taken(w, H, from);
}

template <From from>
Array no_heads(const Array& w, std::size_t H) {
  if (H == 0) return w;
  refuse(w, H);
  return taken(w, H, from);
}

// A bias taken for a matrix of one row.
template <From from>
Array bias_left(const Array& w, std::size_t H) {
  refuse(w, H);
  return w.dimension() == 1 ? w : taken(w, H, from);
}

template <From from>
Array in_float(const Array& w, std::size_t H) {
  refuse(w, H);
  const Array y = taken(w, H, from);
  return xt::cast<real>(xt::cast<float>(y));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"identity",
       "your rows stay where they are: a reshape by itself moves nothing; the "
       "axes have to change places between two of them",
       {rows<stay>, rows<stay>}},
      {"swapped",
       "your two functions have changed places: to_halves puts rows 0, 2, 4, … "
       "first",
       {rows<back>, rows<halves>}},
      {"same-both-ways",
       "both your functions put rows 0, 2, 4, … first; to_interleaved is the "
       "way back",
       {rows<halves>, rows<halves>}},
      {"back-both-ways",
       "both your functions put row K/2 behind row 0; that is right for "
       "to_interleaved only",
       {rows<back>, rows<back>}},
      {"not-back",
       "to_interleaved leaves the rows as they are",
       {rows<halves>, rows<stay>}},
      {"only-back",
       "to_halves leaves the rows as they are",
       {rows<stay>, rows<back>}},
      {"all-heads-at-once",
       "you take all rows for one head; each head has K rows of its own, and "
       "they stay together",
       {rows<all_heads>, rows<all_heads_back>}},
      {"odds-first",
       "rows 1, 3, 5, … come first; it is 0, 2, 4, …",
       {rows<odds_first>, rows<odds_first_back>}},
      {"first-head-only",
       "only the first head changes; every head should",
       {rows<first_head>, rows<first_head_back>}},
      {"head-0-everywhere",
       "every head gets the rows of head 0: the first row of head h is h K",
       {rows<onto_head_0>, rows<onto_head_0_back>}},
      {"mirrored",
       "your second half stands in the reverse order; it is 1, 3, 5, …",
       {rows<mirrored>, rows<mirrored_back>}},
      {"heads-for-rows",
       "you take num_heads for the rows of a head; a head has w.shape(0) / "
       "num_heads of them",
       {rows<swapped_sizes>, rows<swapped_sizes_back>}},
      {"columns",
       "you move columns; what makes a column of the queries is a row of the "
       "matrix",
       {columns<halves>, columns<back>}},
      {"transposed",
       "your result is (D, H K); what comes in as (H K, D) goes out so",
       {transposed<halves>, transposed<back>}},
      {"bias-left",
       "a bias stays as it is; its numbers go where the rows go",
       {bias_left<halves>, bias_left<back>}},
      {"odd-heads-accepted",
       "rows that cannot be shared out in pairs are accepted",
       {odd_heads<halves>, odd_heads<back>}},
      {"no-heads-accepted",
       "num_heads = 0 is accepted",
       {no_heads<halves>, no_heads<back>}},
      {"in-float",
       "your numbers have been in float, with seven digits; use real",
       {in_float<halves>, in_float<back>}},
  };
  return all;
}
