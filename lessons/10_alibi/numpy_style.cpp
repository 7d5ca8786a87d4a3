// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include "course/stage/lesson.h"

using horloge::HeatMap;

// Step: price
Doubles weights_by_distance(double slope, std::size_t N) {
  const Doubles distance = xt::arange<double>(double(N));
  const Doubles e = xt::exp(-slope * distance);
  const double sum = xt::sum(e)();
  return e / sum;
}

void price(Page& page) {
  const Doubles weights = weights_by_distance(0.5, 12);
  // Fold: prints penalties and weights of 12 keys
  page.print("tokens back     0      1      2      3      5     10     11\n");
  page.print("penalty   ");
  for (const std::size_t d : {0, 1, 2, 3, 5, 10, 11})
    page.print("{:7.1f}", 0.5 * double(d));
  page.print("\nweight    ");
  for (const std::size_t d : {0, 1, 2, 3, 5, 10, 11})
    page.print("{:7.4f}", weights(d));
  page.print("\n\n1 token back against 10: {:.1f} times the weight\n",
             weights(1) / weights(10));
  page.came_out(weights(1) / weights(10));
  // End fold
}

// Step: slopes
Array power_slopes(std::size_t H) {
  const Doubles h = xt::arange<double>(1, double(H + 1));
  return xt::exp2(-8 * h / double(H));
}

void slopes(Page& page) {
  const Array eight = power_slopes(8);
  // Fold: prints what each means, and the ends of other ladders
  page.print(
      "head   slope   a token further   half the weight   a hundredth of it\n");
  for (std::size_t h = 0; h < 8; ++h) {
    const double slope = eight(h);
    page.print(
        "{:4}   1/{:<5.0f}   x {:11.3f}   {:5.1f} tokens   {:7.0f} tokens\n", h,
        1 / slope, std::exp(-slope), std::log(2) / slope,
        std::log(100) / slope);
  }
  page.print("\nheads   steepest   from head to head   flattest\n");
  for (const std::size_t H : {2, 4, 8, 16, 32}) {
    const Array all = power_slopes(H);
    page.print("{:5}   {:8.4f}   x {:15.4f}   {:8.4f}\n", H, all(0),
               all(1) / all(0), all(H - 1));
  }
  // End fold
}

// Step: by_hand
Array alibi_bias(const Array& slopes, std::size_t T) {
  const Array at = xt::arange<real>(real(T));
  const Array key = xt::view(at, xt::newaxis(), xt::all());    // (1, T)
  const Array query = xt::view(at, xt::all(), xt::newaxis());  // (T, 1)
  const Array distance = xt::abs(query - key);                 // (T, T)
  return -xt::view(slopes, xt::all(), xt::newaxis(), xt::newaxis()) * distance;
}

// Fold: row_weights, a softmax that hides the keys to come
Array row_weights(const Array& scores, Sees sees) {
  Array weights = scores;
  const std::size_t H = scores.shape(0), T = scores.shape(1);
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t i = 0; i < T; ++i) {
      const std::size_t seen = sees == Sees::past ? i + 1 : T;
      auto row = xt::view(weights, h, i);
      const real highest = xt::amax(xt::view(row, xt::range(0, seen)))();
      double sum = 0;
      for (std::size_t j = 0; j < T; ++j) {
        row(j) = j < seen ? std::exp(row(j) - highest) : 0;
        sum += double(row(j));
      }
      row /= real(sum);
    }
  return weights;
}

// End fold
void by_hand(Page& page) {
  constexpr std::size_t H = 8, T = 12, K = 16;
  Rng rng(page.seed() + 1);
  const Array q = rng.normal({T, K}), k = rng.normal({T, K});
  const Array fit = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(K);
  const Array scores = fit + alibi_bias(power_slopes(H), T);  // (H, T, T)
  const Array weights = row_weights(scores, Sees::past);
  // Fold: draws the weights of heads 0 and 7
  for (const std::size_t h : {0, 7}) {
    HeatMap map;
    map.title = fmt::format("weights of head {}, slope 1/{}", h, 2 << h);
    map.x_label = "key at";
    map.y_label = "query at";
    map.values = xt::view(weights, h);
    page.show(map);
  }
  // End fold
}
