#include "curves.h"

#include <mutex>

#include "horloge/core/parallel.h"

namespace {

std::vector<double> mean(const std::vector<std::vector<double>>& all,
                         std::size_t first, std::size_t count) {
  std::vector<double> sum(all[first].size());
  for (std::size_t i = first; i < first + count; ++i)
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] += all[i][k] / double(count);
  return sum;
}

}  // namespace

std::vector<std::vector<double>> show_means(stage::Page& page, const Axes& axes,
                                            const std::vector<Curve>& curves,
                                            std::size_t seeds) {
  std::vector<std::vector<double>> results(curves.size() * seeds);
  std::mutex progress;
  std::size_t done = 0;
  horloge::parallel_for(results.size(), 1, [&](std::size_t i, std::size_t) {
    results[i] = curves[i / seeds].of_seed(page.seed() + 1 + i % seeds);
    const std::lock_guard<std::mutex> lock(progress);
    page.progress(fmt::format("{}/{}   {}", ++done, results.size(),
                              curves[i / seeds].name));
  });

  std::vector<std::vector<double>> means;
  horloge::Lines figure;
  figure.x_label = axes.x_label;
  figure.y_label = axes.y_label;
  figure.y_low = axes.y_low;
  figure.y_high = axes.y_high;
  page.print("{:<24}", axes.x_label);
  for (std::size_t k = 0; k < axes.x.size(); k += axes.every)
    page.print("{:6.0f}", axes.x[k]);
  page.print("\n");
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const std::vector<double> y = mean(results, c * seeds, seeds);
    page.print("{:<24}", curves[c].name);
    for (std::size_t k = 0; k < y.size(); k += axes.every)
      page.print("{:6.{}f}", y[k], axes.digits);
    page.print("\n");
    figure.lines.push_back({curves[c].name, axes.x, y});
    means.push_back(y);
  }
  page.print("\n");
  page.show(figure);
  return means;
}
