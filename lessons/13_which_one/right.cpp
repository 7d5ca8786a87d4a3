#include "right.h"

#include "common/three_back.h"

using horloge::Array;
using horloge::Ids;

namespace {

bool is_right(const Array& scores, const Ids& answers, std::size_t b,
              std::size_t t) {
  std::size_t said = 0;
  for (std::size_t v = 1; v < scores.shape(2); ++v)
    if (scores(b, t, v) > scores(b, t, said)) said = v;
  return static_cast<std::int64_t>(said) == answers(b, t);
}

}  // namespace

double share_all_right(const Array& scores, const Ids& answers) {
  double whole = 0;
  for (std::size_t b = 0; b < answers.shape(0); ++b) {
    bool right = true;
    for (std::size_t t = 0; t < answers.shape(1) && right; ++t)
      right = answers(b, t) == no_question || is_right(scores, answers, b, t);
    whole += right ? 1 : 0;
  }
  return whole / double(answers.shape(0));
}
