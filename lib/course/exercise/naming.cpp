#include "course/exercise/naming.h"

#include <algorithm>
#include <cmath>

namespace exercise {
namespace {

using horloge::Array;

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= 1e-8 * std::max(1.0, std::fabs(a));
}

bool same(const Observation& a, const Observation& b) {
  return a.text == b.text && a.numbers.shape() == b.numbers.shape() &&
         std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(),
                    [](double x, double y) { return same(x, y); });
}

// The same, or so near that a mistake explains all but a hundredth of what is
// wrong.
bool alike(const Observation& answer, const Observation& known) {
  if (same(answer, known)) return true;
  if (answer.wrong != known.wrong || answer.text != known.text ||
      answer.numbers.shape() != known.numbers.shape())
    return false;
  if (!answer.wrong) return true;  // both are what was wanted
  if (answer.want.shape() != answer.numbers.shape()) return false;
  double wrong_by = 0, left_over = 0;
  for (std::size_t i = 0; i < answer.numbers.size(); ++i) {
    const double a = answer.numbers.data()[i], k = known.numbers.data()[i];
    const double w = answer.want.data()[i];
    if (std::isnan(a) && std::isnan(k)) continue;
    if (!std::isfinite(a) || !std::isfinite(k)) return false;
    wrong_by = std::max(wrong_by, std::fabs(a - w));
    left_over = std::max(left_over, std::fabs(a - k));
  }
  return left_over <= 0.01 * wrong_by;
}

bool alike(const std::vector<Observation>& a,
           const std::vector<Observation>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Observation& x, const Observation& y) { return alike(x, y); });
}

bool same(const std::vector<Observation>& a,
          const std::vector<Observation>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Observation& x, const Observation& y) { return same(x, y); });
}

std::vector<bool> failed_parts(const Examiner& examiner) {
  std::vector<bool> failed;
  for (const Finding& finding : examiner.findings())
    failed.push_back(!finding.ok);
  return failed;
}

// What two mistakes do not explain together, they do not explain at all.
bool explain_all(const Examiner& answer, const KnownTrace& a,
                 const KnownTrace& b) {
  const std::size_t parts = answer.findings().size();
  if (a.failed.size() != parts || b.failed.size() != parts) return false;
  bool a_alone = false, b_alone = false;
  for (std::size_t i = 0; i < parts; ++i) {
    if (answer.findings()[i].ok == (a.failed[i] || b.failed[i])) return false;
    if (a.failed[i] == b.failed[i]) continue;
    if (!alike(answer.trace()[i], (a.failed[i] ? a : b).trace[i])) return false;
    (a.failed[i] ? a_alone : b_alone) = true;
  }
  return a_alone && b_alone;
}

// Something thrown, or a yes for a no, may come from anything.
bool has_wrong_numbers(const Examiner& answer, const std::vector<bool>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const Observation& o : answer.trace()[i])
      if (parts[i] && o.wrong) return true;
  return false;
}

}  // namespace

KnownTrace::KnownTrace(const std::string& id, const Examiner& examiner)
    : id(id), trace(examiner.trace()), failed(failed_parts(examiner)) {}

bool same_everywhere(const Trace& a, const Trace& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}

bool agree_in(const std::vector<bool>& parts, const Examiner& answer,
              const KnownTrace& known) {
  const Trace& trace = answer.trace();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] && (i >= trace.size() || i >= known.trace.size() ||
                     !alike(trace[i], known.trace[i])))
      return false;
  return true;
}

std::vector<std::string> shared_mistakes(const Examiner& answer,
                                         const std::vector<KnownTrace>& known) {
  std::vector<std::string> same_trace;
  std::vector<std::string> same_failed;
  const std::vector<bool> failed = failed_parts(answer);
  for (const KnownTrace& k : known) {
    // A mistake that passes a part does not explain why an answer fails there,
    // and one that fails in more parts is another.
    if (failed != k.failed) continue;
    if (same_everywhere(answer.trace(), k.trace)) same_trace.push_back(k.id);
    if (agree_in(failed, answer, k)) same_failed.push_back(k.id);
  }
  return same_trace.empty() ? same_failed : same_trace;
}

std::vector<std::string> joint_mistakes(const Examiner& answer,
                                        const std::vector<KnownTrace>& known) {
  std::vector<std::string> pair;
  for (std::size_t i = 0; i < known.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!explain_all(answer, known[j], known[i])) continue;
      if (!pair.empty()) return {};
      pair = {known[j].id, known[i].id};
    }
  return pair;
}

std::vector<bool> main_parts(const Examiner& answer, Explains explains,
                             std::vector<bool> failed) {
  for (std::size_t i = 0; i < failed.size() && i < answer.findings().size();
       ++i) {
    const Kind kind = answer.findings()[i].kind;
    const bool looked_at =
        explains == Explains::all || kind == Kind::values ||
        (kind == Kind::gradient && explains == Explains::all_but_edges);
    if (!looked_at) failed[i] = false;
  }
  return failed;
}

std::vector<std::string> main_mistake(const Examiner& answer, Explains explains,
                                      const std::vector<KnownTrace>& known) {
  const std::vector<bool> failed =
      main_parts(answer, explains, failed_parts(answer));
  if (!has_wrong_numbers(answer, failed)) return {};
  std::vector<std::string> found;
  for (const KnownTrace& k : known)
    if (main_parts(answer, explains, k.failed) == failed &&
        agree_in(failed, answer, k))
      found.push_back(k.id);
  return found.size() == 1 ? found : std::vector<std::string>{};
}

}  // namespace exercise
