#include "exercise/naming.h"

#include <algorithm>
#include <cmath>

namespace exercise {
namespace {

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= 1e-8 * std::max(1.0, std::fabs(a));
}

bool same(const Observation& a, const Observation& b) {
  return a.text == b.text && a.numbers.shape() == b.numbers.shape() &&
         std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(),
                    [](double x, double y) { return same(x, y); });
}

bool same(const std::vector<Observation>& a,
          const std::vector<Observation>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Observation& x, const Observation& y) { return same(x, y); });
}

bool same_where_failed(const Examiner& answer, const Trace& known) {
  for (std::size_t i = 0; i < answer.findings().size(); ++i)
    if (!answer.findings()[i].ok &&
        (i >= known.size() || !same(answer.trace()[i], known[i])))
      return false;
  return true;
}

bool same_everywhere(const Trace& a, const Trace& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}

}  // namespace

std::vector<std::string> shared_mistakes(const Examiner& answer,
                                         const std::vector<KnownTrace>& known) {
  std::vector<std::string> same_trace;
  std::vector<std::string> same_failures;
  for (const KnownTrace& k : known) {
    if (same_everywhere(answer.trace(), k.trace)) same_trace.push_back(k.id);
    if (same_where_failed(answer, k.trace)) same_failures.push_back(k.id);
  }
  return same_trace.empty() ? same_failures : same_trace;
}

}  // namespace exercise
