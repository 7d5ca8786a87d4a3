// What the page of this lesson asks.

#include "course/live/question.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "../binary.h"
#include "../numpy_style.h"
#include "../simple_codes.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/core/xtensor.h"
#include "horloge/nn/position/sinusoidal.h"

using horloge::Array;
using live::Json;

namespace {

struct DrawnCode {
  std::string name;
  std::size_t T, d_model;
  double base;
};

DrawnCode drawn_code(const Json& with) {
  const DrawnCode code{live::choice(with, "code",
                                    {"index", "fraction", "binary", "sines",
                                     "sinusoidal", "random"}),
                       live::whole_number(with, "length", 3, 128),
                       live::whole_number(with, "d_model", 2, 64),
                       live::number(with, "base", 1.5, 1e6)};
  if (code.d_model % 2 != 0)
    throw horloge::ValueError("d_model must be even, is " +
                              std::to_string(code.d_model));
  return code;
}

// Rows of T positions.   -> (T, D), or (T, 1) where a code is one number
Array rows_of_code(const DrawnCode& code) {
  if (code.name == "index") return index_code(code.T);
  if (code.name == "fraction") return fraction_code(code.T);
  if (code.name == "binary") return binary_table(code.T, code.d_model);
  if (code.name == "random")
    return horloge::Rng(1).normal({code.T, code.d_model});
  const Array waves = horloge::sinusoidal_table(
      code.T, code.d_model, horloge::SinusoidOptions{}.with_base(code.base));
  if (code.name == "sinusoidal") return waves;
  return xt::view(waves, xt::all(), xt::range(0, code.d_model, 2));
}

// All pairs of one offset: the least, the mean and the largest of a number.
class OffsetRange {
 public:
  void add(double x) {
    low_ = count_ == 0 ? x : std::min(low_, x);
    high_ = count_ == 0 ? x : std::max(high_, x);
    sum_ += x;
    ++count_;
  }
  double mean() const { return sum_ / double(count_); }
  void append_to(Json& curves) const {
    curves["least"].push_back(low_);
    curves["mean"].push_back(mean());
    curves["largest"].push_back(high_);
  }

 private:
  double low_ = 0, high_ = 0, sum_ = 0;
  std::size_t count_ = 0;
};

// The two positions whose rows are closest, and how many pairs share a row.
struct Closest {
  std::size_t p = 0, q = 1, same = 0;
  double distance = -1;

  void add(std::size_t first, std::size_t second, double apart) {
    if (apart == 0) ++same;
    if (distance >= 0 && apart >= distance) return;
    p = first;
    q = second;
    distance = apart;
  }
};

// The code's rows; and for each offset how far apart two rows are that differ
// by it, and their dot product, over all places where they may stand.
Json code_of(const Json& with) {
  const Array rows = rows_of_code(drawn_code(with));
  const std::size_t T = rows.shape(0);
  Json distances, dots;
  Closest closest;
  double neighbours = 0;
  for (std::size_t k = 0; k < T; ++k) {
    OffsetRange apart, dot;
    for (std::size_t p = 0; p + k < T; ++p) {
      const Array a = xt::view(rows, p), b = xt::view(rows, p + k);
      const double d = length(a - b);
      apart.add(d);
      dot.add(xt::sum<double>(a * b)());
      if (k > 0) closest.add(p, p + k, d);
    }
    if (k == 1) neighbours = apart.mean();
    apart.append_to(distances);
    dot.append_to(dots);
  }
  return {{"rows", live::to_json(rows)},
          {"distance", distances},
          {"dot", dots},
          {"neighbours", neighbours},
          {"closest",
           {{"positions", {closest.p, closest.q}},
            {"distance", closest.distance},
            {"same", closest.same}}}};
}

}  // namespace

live::Questions designing_a_code_questions() {
  return {{"designing_a_code.code", code_of}};
}
