#include "clock.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "../clock.h"
#include "../distances.h"
#include "course/live/arguments.h"
#include "horloge/core/linalg.h"
#include "horloge/core/shape.h"
#include "horloge/nn/position/sinusoidal.h"

namespace {

using horloge::SinusoidLayout;
using horloge::SinusoidOptions;

constexpr std::size_t last_position = 1000;
constexpr std::size_t farthest = 100;  // the curve is drawn at least so far

struct ClockSetting {
  std::size_t position, other, d_model;
  SinusoidOptions options;

  bool halves() const { return options.layout != SinusoidLayout::interleaved; }
  std::size_t offset() const {
    return position > other ? position - other : other - position;
  }
};

ClockSetting clock_setting(const live::Json& with) {
  const std::string layout =
      live::choice(with, "layout", {"interleaved", "halves", "tensor2tensor"});
  ClockSetting setting{live::whole_number(with, "position", 0, last_position),
                       live::whole_number(with, "other", 0, last_position),
                       live::whole_number(with, "d_model", 4, 64),
                       {}};
  setting.options =
      SinusoidOptions{}
          .with_base(live::number(with, "base", 1.5, 1e6))
          .with_layout(layout == "interleaved" ? SinusoidLayout::interleaved
                       : layout == "halves"    ? SinusoidLayout::halves
                                               : SinusoidLayout::tensor2tensor);
  return setting;
}

// How many words a hand takes to turn by one radian.
double words_to_a_radian(const ClockSetting& setting, std::size_t pair) {
  const double pairs = double(setting.d_model) / 2;
  const bool to_the_end =
      setting.options.layout == SinusoidLayout::tensor2tensor;
  return std::pow(setting.options.base,
                  double(pair) / (to_the_end ? pairs - 1 : pairs));
}

// Each hand at both positions.   rows (2, D)
live::Json hands(const ClockSetting& setting, const horloge::Array& rows) {
  const std::size_t pairs = setting.d_model / 2;
  live::Json all = live::Json::array();
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::size_t sine = setting.halves() ? i : 2 * i;
    const std::size_t cosine = setting.halves() ? pairs + i : 2 * i + 1;
    const auto at = [&](std::size_t row) {
      const double s = rows(row, sine), c = rows(row, cosine);
      return live::Json{{"sin", s}, {"cos", c}, {"hour", hour(s, c)}};
    };
    all.push_back({{"columns", {sine, cosine}},
                   {"divisor", words_to_a_radian(setting, i)},
                   {"position", at(0)},
                   {"other", at(1)}});
  }
  return all;
}

// Distance and dot product of the rows of two positions, for each offset from
// 0.
live::Json curves(const ClockSetting& setting) {
  const std::size_t last = std::max(farthest, setting.offset());
  const horloge::Array pe =
      horloge::sinusoidal_table(last + 1, setting.d_model, setting.options);
  const horloge::Array first = xt::view(pe, 0);
  const horloge::Array dots = xt::linalg::dot(pe, first);  // (T)
  live::Json offsets = live::Json::array(), distances = live::Json::array();
  for (std::size_t offset = 0; offset <= last; ++offset) {
    offsets.push_back(offset);
    distances.push_back(distance(pe, 0, offset));
  }
  return {{"offset", offsets},
          {"distance", distances},
          {"dot", live::to_json(dots)}};
}

}  // namespace

live::Json clock_hands(const live::Json& with) {
  const ClockSetting setting = clock_setting(with);
  const horloge::Ids positions = {std::int64_t(setting.position),
                                  std::int64_t(setting.other)};
  const horloge::Array rows =
      horloge::sinusoidal_rows(positions, setting.d_model, setting.options);
  const horloge::Array one = xt::view(rows, 0), other = xt::view(rows, 1);
  return {{"hands", hands(setting, rows)},
          {"rows", live::to_json(rows)},
          {"offset", setting.offset()},
          {"distance", distance(rows, 0, 1)},
          {"dot", xt::linalg::dot(one, other)(0)},
          {"curves", curves(setting)}};
}
