// T5's buckets.

#include "buckets.h"

#include "course/stage/lesson.h"
#include "exercises/two_way_buckets/answer.h"
#include "numpy_style.h"

using horloge::Lines;

// Step: buckets_derived
std::size_t bucket(std::size_t distance, std::size_t N,
                   std::size_t max_distance) {
  const std::size_t exact = N / 2;
  if (distance < exact) return distance;
  const double so_far = std::log(double(distance) / double(exact));
  const double whole = std::log(double(max_distance) / double(exact));
  const auto steps = std::size_t(so_far / whole * double(N - exact));
  return std::min(exact + steps, N - 1);
}

// Fold: prints the distances in each bucket
std::string distances_in(std::size_t b, std::size_t N) {
  std::vector<std::size_t> in;
  for (std::size_t d = 0; d < 1000; ++d)
    if (bucket(d, N, 128) == b) in.push_back(d);
  if (in.back() == 999) return fmt::format("{} and more", in.front());
  return in.size() == 1 ? fmt::format("{}", in[0])
                        : fmt::format("{} to {}", in.front(), in.back());
}

void buckets_derived(Page& page) {
  page.print("one of two directions, 16 buckets     backwards only, 32\n");
  page.print("bucket  distances                     bucket  distances\n");
  for (std::size_t row = 0; row <= 16; ++row) {
    const std::size_t half = row + 7, whole = row + 15;
    page.print("{:<6}  {:<30}{:<6}  {}\n",
               row == 0    ? "0 to 7"
               : half < 16 ? std::to_string(half)
                           : "",
               row == 0    ? "one each"
               : half < 16 ? distances_in(half, 16)
                           : "",
               row == 0 ? "0 to 15" : std::to_string(whole),
               row == 0 ? "one each" : distances_in(whole, 32));
  }
  std::size_t shared = 0;
  while (bucket(shared, 16, 128) < 15) ++shared;
  page.came_out(double(shared));
}

// Step: buckets_drawn
// Fold: draws the bucket of each distance, and of each pair in a text
void buckets_drawn(Page& page) {
  Lines stairs;
  stairs.title = "T5's bucket of a distance";
  stairs.x_label = "distance";
  stairs.stairs = true;
  stairs.lines = {{"backwards only", {}, {}}, {"one of two ways", {}, {}}};
  for (std::size_t d = 0; d <= 140; ++d)
    for (const std::size_t line : {0, 1}) {
      stairs.lines[line].x.push_back(double(d));
      stairs.lines[line].y.push_back(
          double(bucket(d, line == 0 ? 32 : 16, 128)));
    }
  page.show(stairs);
  page.show(score_map("both ways: the bucket of every pair in 22 tokens",
                      Array(two_way_buckets(22, 22, 32, 128))));
}
