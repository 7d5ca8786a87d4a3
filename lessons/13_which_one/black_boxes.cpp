// Heads that answer questions and do not say what is in them.

#include <array>
#include <utility>

#include "course/stage/lesson.h"
#include "exercises/which_scheme/answer.h"

namespace {

double scaled_product(const Array& q, const Array& k) {
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i) sum += double(q(i)) * k(i);
  return sum / std::sqrt(double(q.size()));
}

// A pair of the query turned by m positions, of the key by n.
double turned_product(const Array& q, const Array& k, double offset) {
  double sum = 0;
  for (std::size_t j = 0; j < q.size(); j += 2) {
    const double angle =
        offset * std::pow(10000, -double(j) / double(q.size()));
    sum +=
        std::cos(angle) * (double(q(j)) * k(j) + double(q(j + 1)) * k(j + 1));
    sum +=
        std::sin(angle) * (double(q(j)) * k(j + 1) - double(q(j + 1)) * k(j));
  }
  return sum / std::sqrt(double(q.size()));
}

}  // namespace

// Step: told_apart
void told_apart(Page& page) {
  constexpr std::size_t K = 16;
  // Fold: five heads
  horloge::Rng rng(page.seed() + 1);
  const Array table = rng.normal({1001, K});
  const Array learned = rng.normal({64});
  const auto with = [](auto what) {
    return Score([what](const Array& q, const Array& k, std::int64_t m,
                        std::int64_t n) { return what(q, k, m, n); });
  };
  const std::vector<std::pair<std::string, Score>> heads = {
      {"none",
       with([](auto& q, auto& k, auto, auto) { return scaled_product(q, k); })},
      {"added", with([=](auto& q, auto& k, auto m, auto n) {
         Array a = q, b = k;
         for (std::size_t i = 0; i < K; ++i) {
           a(i) += table(m, i);
           b(i) += table(n, i);
         }
         return scaled_product(a, b);
       })},
      {"turned", with([](auto& q, auto& k, auto m, auto n) {
         return turned_product(q, k, double(m - n));
       })},
      {"sloped", with([](auto& q, auto& k, auto m, auto n) {
         return scaled_product(q, k) - double(std::abs(m - n)) / 16;
       })},
      {"bucketed", with([=](auto& q, auto& k, auto m, auto n) {
         const double far = std::min(31.0, 8 * std::log2(1. + std::abs(m - n)));
         return scaled_product(q, k) +
                double(learned(std::size_t(far) + (n > m ? 32 : 0)));
       })}};
  // End fold
  constexpr std::array names = {"none", "added", "turned", "sloped",
                                "bucketed"};
  for (const auto& [name, score] : heads)
    page.print("{:<10} is taken for {}\n", name,
               names.at(std::size_t(which_scheme(score, K))));
}
