#include "three_back.h"

#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

#include "binary.h"
#include "horloge/core/parallel.h"
#include "horloge/core/xtensor.h"
#include "numpy_style.h"
#include "simple_codes.h"

using horloge::Array;
using horloge::Ids;
using horloge::Rng;
using xt::placeholders::_;

std::vector<double> right_by_place(const Array& scores, const Ids& answers) {
  const std::size_t B = scores.shape(0), T = scores.shape(1),
                    V = scores.shape(2);
  std::vector<double> share(T);
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t) {
      std::size_t said = 0;
      for (std::size_t v = 1; v < V; ++v)
        if (scores(b, t, v) > scores(b, t, said)) said = v;
      if (static_cast<std::int64_t>(said) == answers(b, t))
        share[t] += 1.0 / static_cast<double>(B);
    }
  return share;
}

double mean(const std::vector<double>& by_place, std::size_t first,
            std::size_t last) {
  const auto begin = by_place.begin();
  return std::accumulate(begin + static_cast<std::ptrdiff_t>(first),
                         begin + static_cast<std::ptrdiff_t>(last), 0.0) /
         static_cast<double>(last - first);
}

Array rows_for(const std::string& code, std::size_t first, std::size_t T,
               std::size_t d_model) {
  if (code == "fraction") return beside_zeros(fraction_code(T), d_model);
  const std::size_t end = first + T;
  Array rows = xt::zeros<float>({end, d_model});  // none
  if (code == "index") rows = beside_zeros(index_code(end), d_model);
  if (code == "binary") rows = beside_zeros(binary_table(end, 7), d_model);
  if (code == "sinusoidal" || code == "fast")
    rows = position_rows(0, end, d_model);
  if (code == "fast") xt::view(rows, xt::all(), xt::range(4, _)) = 0;
  return xt::view(rows, xt::range(first, _));
}

namespace {

constexpr std::size_t seeds = 3;

void add_share(std::vector<double>& sum, const std::vector<double>& numbers) {
  sum.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    sum[i] += numbers[i] / static_cast<double>(seeds);
}

Result mean_of(const std::vector<Result>& results) {
  Result mean;
  for (const Result& single : results) {
    add_share(mean.by_length, single.by_length);
    add_share(mean.by_place, single.by_place);
  }
  std::vector<double> variance;
  for (const Result& single : results) {
    std::vector<double> squares;
    for (std::size_t i = 0; i < single.by_length.size(); ++i)
      squares.push_back(std::pow(single.by_length[i] - mean.by_length[i], 2));
    add_share(variance, squares);
  }
  for (const double v : variance) mean.deviation.push_back(std::sqrt(v));
  return mean;
}

}  // namespace

std::vector<Result> compare(stage::Page& page, const std::vector<Way>& ways,
                            const Trial& trial) {
  using Key = std::tuple<std::string, std::size_t, std::uint64_t>;
  static std::map<Key, Result> kept;
  const auto key = [&](const Way& way, std::size_t seed) {
    return Key{way.code, way.last_start, page.seed() + 1 + seed};
  };
  std::vector<std::pair<Way, std::size_t>> missing;
  for (const Way& way : ways)
    for (std::size_t s = 0; s < seeds; ++s)
      if (kept.count(key(way, s)) == 0) missing.emplace_back(way, s);
  std::mutex finished;
  std::size_t done = 0;
  horloge::parallel_for(
      missing.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto& [way, s] = missing[i];
          const Result result = trial(way, Rng(page.seed() + 1 + s));
          const std::lock_guard<std::mutex> lock(finished);
          kept.emplace(key(way, s), result);
          page.progress(fmt::format("trained {}/{}", ++done, missing.size()));
        }
      });

  std::vector<Result> results;
  for (const Way& way : ways) {
    std::vector<Result> of_seeds;
    for (std::size_t s = 0; s < seeds; ++s)
      of_seeds.push_back(kept.at(key(way, s)));
    results.push_back(mean_of(of_seeds));
  }
  return results;
}

void show_by_length(stage::Page& page, const std::vector<Way>& ways,
                    const std::vector<Result>& results) {
  page.print("{:<16}{:<20}{:<30}{}\n", "", "from 0 on",
             "from 16 on, in texts of", "from 48 on");
  page.print("{:<16}{:<10}{:<10}{:<10}{:<10}{:<10}{}\n", "% right", "8 words",
             "16 words", "24", "32", "64", "16 words");
  for (std::size_t w = 0; w < ways.size(); ++w) {
    page.print("{:<15}", ways[w].name);
    std::string cell;
    for (std::size_t i = 0; i < results[w].by_length.size(); ++i) {
      page.print("{:<{}}", cell, i == 0 ? 0 : 10);
      cell = fmt::format("{:4.0f} ± {:.0f}", 100 * results[w].by_length[i],
                         100 * results[w].deviation[i]);
    }
    page.print("{}\n", cell);
  }
}

void show_by_place(stage::Page& page, const std::vector<Way>& ways,
                   const std::vector<Result>& results) {
  horloge::Lines curves;
  curves.title = "texts of 64 words";
  curves.x_label = "place";
  curves.y_label = "% right";
  curves.y_high = 100;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    horloge::Lines::Line line{ways[w].name, {}, {}};
    for (std::size_t t = 3; t < 64; ++t) {
      line.x.push_back(static_cast<double>(t));
      line.y.push_back(100 * results[w].by_place[t]);
    }
    curves.lines.push_back(line);
  }
  page.show(curves);
}
