// What a code must do, measured for five candidates.

#include <utility>

#include "binary.h"
#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "simple_codes.h"

using xt::placeholders::_;

// Step: five_candidates
struct Candidate {
  std::string name;
  std::function<Array(std::size_t)> rows;  // length of the text -> (T, D)
};

std::vector<Candidate> candidates(std::uint64_t seed) {
  return {{"index", index_code},
          {"fraction", fraction_code},
          {"binary", [](std::size_t T) { return binary_table(T, 16); }},
          {"sinusoidal", [](std::size_t T) { return position_rows(0, T, 64); }},
          {"random", [rng = Rng(seed)](std::size_t T) mutable {
             return rng.normal({T, 64});
           }}};
}

// Fold: how they are measured
double distance(const Array& rows, std::size_t p, std::size_t q) {
  return length(xt::view(rows, p) - xt::view(rows, q));
}

double closest_two(const Array& rows) {
  double closest = 1e9;
  for (std::size_t p = 0; p < rows.shape(0); ++p)
    for (std::size_t q = 0; q < p; ++q)
      closest = std::min(closest, distance(rows, p, q));
  return closest;
}

std::pair<double, double> nearest_and_farthest_neighbours(const Candidate& c) {
  std::vector<double> all;
  for (const std::size_t T : {5, 50, 250}) {
    const Array rows = c.rows(T);
    for (std::size_t p = 0; p + 1 < T; ++p)
      all.push_back(distance(rows, p, p + 1));
  }
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return {*low, *high};
}

double change_of_rows(const Candidate& code) {
  const Array in_short = code.rows(50), in_long = code.rows(500);
  return largest_difference(in_short, xt::view(in_long, xt::range(0, 50)));
}

double largest_number(const Candidate& code) {
  return xt::amax(xt::abs(code.rows(5120)))();
}

double outside_of_seen(const Candidate& code) {
  const Array rows = code.rows(5120);
  const Array seen = xt::view(rows, xt::range(0, 512));
  const Array beyond = xt::view(rows, xt::range(512, _));
  const Array low = xt::amin(seen, {0}), high = xt::amax(seen, {0});
  return std::max(xt::amax(low - xt::amin(beyond, {0}))(),
                  xt::amax(xt::amax(beyond, {0}) - high)());
}

bool is_unique(const Candidate& code) {
  return closest_two(code.rows(250)) > 0;
}

bool has_equal_steps(const Candidate& code) {
  const auto [low, high] = nearest_and_farthest_neighbours(code);
  return high - low < 1e-3;
}

bool goes_on(const Candidate& code) {
  return change_of_rows(code) == 0 && largest_number(code) <= 1;
}

bool is_familiar(const Candidate& code) {
  return change_of_rows(code) == 0 && outside_of_seen(code) < 1e-3;
}

bool is_deterministic(const Candidate& code) {
  return largest_difference(code.rows(50), code.rows(50)) == 0;
}

// Fold: prints yes and no
void five_candidates(Page& page) {
  const auto say = [](bool fulfilled) { return fulfilled ? "yes" : "no"; };
  page.print("{:<10}  unique  equal steps  goes on  familiar  deterministic\n",
             "");
  for (const Candidate& code : candidates(page.seed()))
    page.print("{:<10}  {:<6}  {:<11}  {:<7}  {:<8}  {}\n", code.name,
               say(is_unique(code)), say(has_equal_steps(code)),
               say(goes_on(code)), say(is_familiar(code)),
               say(is_deterministic(code)));
}

// Step: near_and_far
void near_and_far(Page& page) {
  page.print("code         closest two   neighbours\n");
  for (const Candidate& code : candidates(page.seed())) {
    const double closest = closest_two(code.rows(250));
    const auto [low, high] = nearest_and_farthest_neighbours(code);
    page.print("{:<10}   {:11.4f}   {:6.4f} to {:7.4f}\n", code.name, closest,
               low, high);
  }
}

// Step: longer_texts
void longer_texts(Page& page) {
  page.print("code         rows change by   largest number   outside\n");
  for (const Candidate& code : candidates(page.seed())) {
    const double change = change_of_rows(code), largest = largest_number(code),
                 outside = outside_of_seen(code);
    page.print("{:<10}   {:14.4f}   {:14.4f}   {:7.3f}\n", code.name, change,
               largest, outside);
  }
}
