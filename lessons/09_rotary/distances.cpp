// What the pairs say about distance: wavelengths, fading, peaks, and pairs that
// are left alone.

#include <complex>
#include <utility>

#include "course/stage/lesson.h"
#include "exercises/look_back/answer.h"
#include "horloge/nn/position/position.h"
#include "numpy_style.h"

using horloge::Lines;
using horloge::positions_from;
using xt::placeholders::_;

constexpr double pi = 3.14159265358979323846;

// Scores of a query with a key that stands 0, 1, … N - 1 positions before it.
//   q, k (K) -> N numbers
std::vector<double> scores_by_offset(const Array& q, const Array& k,
                                     std::size_t N) {
  const Doubles omega = frequencies(k.size());
  const Ids last = {std::int64_t(N - 1)};
  const Array query = rotate(everywhere(q, 1), last, omega);
  const Array keys = rotate(everywhere(k, N), positions_from(0, N), omega);
  std::vector<double> scores(N);
  for (std::size_t offset = 0; offset < N; ++offset)
    scores[offset] = dot(query, xt::view(keys, N - 1 - offset));
  return scores;
}

Lines by_offset(const std::string& y_label) {
  Lines figure;
  figure.x_label = "offset";
  figure.y_label = y_label;
  return figure;
}

void add(Lines& figure, const std::string& name, const std::vector<double>& y) {
  Lines::Line line{name, {}, y};
  for (std::size_t i = 0; i < y.size(); ++i) line.x.push_back(double(i));
  figure.lines.push_back(line);
}

// Step: which_pair_tells_what
void which_pair_tells_what(Page& page) {
  const Doubles omega = frequencies(64);
  Lines figure = by_offset("cos(omega offset)");
  for (const std::size_t j : {0, 6, 12, 24}) {
    std::vector<double> y;
    for (std::size_t offset = 0; offset <= 64; ++offset)
      y.push_back(std::cos(omega(j) * double(offset)));
    add(figure, fmt::format("pair {}", j), y);
  }
  page.show(figure);

  // Fold: prints what a head of 128 columns can tell with some bases
  page.print("K = 128        positions for one turn    degrees a position\n");
  page.print(
      "     base     pair 0   pair 32   pair 63     pair 32   pair 63\n");
  for (const double base : {100.0, 10000.0, 500000.0, 1000000.0}) {
    const Doubles w = frequencies(128, base);
    page.print("{:9.0f}   {:8.2f}  {:8.0f}  {:8.0f}  {:10.4f}  {:8.4f}\n", base,
               2 * pi / w(0), 2 * pi / w(32), 2 * pi / w(63), w(32) * 180 / pi,
               w(63) * 180 / pi);
  }
}

// Step: does_it_fade
// The bound of the paper for vectors of ones, in units of their score at 0: the
// mean over n of |e^(i w_0 d) + … + e^(i w_n d)|.
double bound(const Doubles& omega, double offset) {
  std::complex<double> sum = 0;
  double lengths = 0;
  for (const double w : omega) {
    sum += std::polar(1.0, w * offset);
    lengths += std::abs(sum) / double(omega.size());
  }
  return lengths;
}

// Fold: draws it with the scores of vectors of ones and of random vectors
// The root of the mean square of 1000 random scores, in units of sqrt(K).
std::vector<double> typical_scores(std::size_t K, std::size_t N, Rng rng) {
  std::vector<double> squares(N);
  for (int draw = 0; draw < 1000; ++draw) {
    const auto score = scores_by_offset(rng.normal({K}), rng.normal({K}), N);
    for (std::size_t d = 0; d < N; ++d)
      squares[d] += score[d] * score[d] / double(1000 * K);
  }
  for (double& s : squares) s = std::sqrt(s);
  return squares;
}

void does_it_fade(Page& page) {
  constexpr std::size_t K = 64, N = 201;
  const Doubles omega = frequencies(K);
  const Array one = xt::ones<float>({K});
  std::vector<double> ones = scores_by_offset(one, one, N), bounds(N), share(N);
  for (std::size_t d = 0; d < N; ++d) {
    ones[d] /= double(K);
    bounds[d] = bound(omega, double(d));
    share[d] = bounds[d] / bounds[0];
  }
  const auto typical = typical_scores(K, N, Rng(page.seed() + 1));
  const auto print = [&](const std::string& name, const auto& of) {
    page.print("{:<36}", name);
    for (const std::size_t d : {0, 1, 5, 50, 100, 200}) page.print("{}", of(d));
    page.print("\n");
  };
  print("offset", [](std::size_t d) { return fmt::format("{:7}", d); });
  Lines figure = by_offset("");
  for (const auto& [name, y] :
       {std::pair{"vectors of ones", ones},
        {"random vectors", typical},
        {"the bound", bounds},
        {"the bound, as a share of its first", share}}) {
    print(name,
          [&y = y](std::size_t d) { return fmt::format("{:7.2f}", y[d]); });
    if (name != std::string("the bound")) add(figure, name, y);
  }
  page.show(figure);
  const bool some = ones.back() < 0.5, random = typical.back() < 0.5;
  page.came_out(some && random   ? "they fade"
                : some || random ? "they fade for some vectors"
                                 : "they stay");
}

// The weight of the third token back, by two biases, in a text of 100 tokens.
void print_look_back(Page& page) {
  constexpr std::size_t N = 100;
  const HeadBiases head = look_back(3, 64, N, 0.99);
  const Ids places = positions_from(0, N);
  const Doubles omega = frequencies(64);
  const Array q = rotate(everywhere(head.q, N), places, omega);
  const Array k = rotate(everywhere(head.k, N), places, omega);
  const Array scores = xt::linalg::dot(q, xt::transpose(k)) / 8;  // sqrt(64)
  double least = 1;
  for (std::size_t t = 3; t < N; ++t) {
    double sum = 0;
    for (std::size_t s = 0; s < N; ++s)
      sum += std::exp(double(scores(t, s)) - double(scores(t, t - 3)));
    least = std::min(least, 1 / sum);
  }
  page.print("\nlook_back, 3 positions: least weight {:.4f}\n", least);
}

// Step: a_key_for_any_offset
// The key that a query likes best where it stands `offset` positions before it.
Array key_for(const Array& q, std::int64_t offset) {
  const Array row = everywhere(q, 1);
  return xt::view(rotate(row, {offset}, frequencies(q.size())), 0);
}

void a_key_for_any_offset(Page& page) {
  const Array q = Rng(page.seed() + 1).normal({64});
  // Fold: draws the scores of three keys, and prints where they peak
  Lines figure = by_offset("score");
  page.print("made for offset   highest at    there   next best   |q|^2\n");
  for (const std::int64_t offset : {0, 12, 40, 5000}) {
    std::vector<double> y = scores_by_offset(q, key_for(q, offset), 10000);
    const auto top = std::max_element(y.begin(), y.end());
    const auto at = top - y.begin();
    const double there = *top;
    *top = y[at == 0 ? 1 : std::size_t(at) - 1];
    page.print("{:15}   {:10}   {:6.2f}   {:9.2f}   {:5.2f}\n", offset, at,
               there, *std::max_element(y.begin(), y.end()), dot(q, q));
    *top = there;
    y.resize(65);
    if (offset < 65) add(figure, fmt::format("key for {}", offset), y);
  }
  page.show(figure);
  print_look_back(page);
}

// Step: pairs_left_alone
// The frequencies of p-RoPE: the fast pairs turn, the slowest stay.
Doubles some_turn(std::size_t K, double p, double base = 10000) {
  Doubles omega = frequencies(K, base);
  const auto turning = std::size_t(p * double(K / 2));
  xt::view(omega, xt::range(turning, _)) = 0;
  return omega;
}

// Fold: prints a match of content by offset, and which pairs turn
void pairs_left_alone(Page& page) {
  constexpr std::size_t K = 64;
  page.print("a match in the slowest pair, so many positions away\n");
  page.print("{:<20}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "", 1, 100, 1000, 10000,
             23000);
  for (const auto& [name, omega] : {std::pair{"base 10000", frequencies(K)},
                                    {"base 500000", frequencies(K, 500000)},
                                    {"left alone", some_turn(K, 0.75)}}) {
    page.print("{:<20}", name);
    for (const double offset : {1, 100, 1000, 10000, 23000})
      page.print("{:8.3f}", std::cos(offset * omega(K / 2 - 1)));
    page.print("\n");
  }
  page.print("\n{:<34}{:>6}{:>13}{:>12}\n", "positions for one turn", "pairs",
             "the fastest", "the slowest");
  for (const auto& [name, omega] :
       {std::pair{"the whole head", frequencies(K)},
        {"a quarter of it, as in GPT-NeoX", frequencies(K / 4)},
        {"0.75-RoPE", some_turn(K, 0.75)},
        {"0.25-RoPE", some_turn(K, 0.25)}}) {
    const Doubles turning = xt::filter(omega, omega > 0);
    page.print("{:<34}{:6}{:13.2f}{:12.0f}\n", name, turning.size(),
               2 * pi / turning(0), 2 * pi / turning(turning.size() - 1));
  }
}
