#include "side_by_side.h"

#include <cmath>
#include <mutex>

#include "horloge/core/parallel.h"

void side_by_side(stage::Page& page, std::vector<double>& each,
                  const std::function<double(std::size_t i)>& work) {
  std::mutex progress;
  std::size_t done = 0;
  horloge::parallel_for(
      each.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          each[i] = work(i);
          const std::lock_guard<std::mutex> lock(progress);
          page.progress(fmt::format("trained {}/{}", ++done, each.size()));
        }
      });
}

std::string mean_and_deviation(const std::vector<double>& numbers,
                               std::size_t first, std::size_t count) {
  double mean = 0, squares = 0;
  for (std::size_t i = first; i < first + count; ++i)
    mean += numbers[i] / double(count);
  for (std::size_t i = first; i < first + count; ++i)
    squares += (numbers[i] - mean) * (numbers[i] - mean) / double(count);
  return fmt::format("{:5.2f} ± {:4.2f}", mean, std::sqrt(squares));
}
