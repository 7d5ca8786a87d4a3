#include "course/claims/finding.h"

#include <stdexcept>

namespace claims {

Verdict Finding::verdict() const {
  bool holds = false, fails = false;
  for (const Line& line : lines_) {
    holds = holds || line.kind == Kind::holds;
    fails = fails || line.kind == Kind::fails;
  }
  if (!holds && !fails)
    throw std::logic_error("[Finding] no case was tried, so none decides");
  return !fails ? Verdict::holds : !holds ? Verdict::fails : Verdict::only_if;
}

std::string Finding::text() const {
  std::string out;
  for (const Line& line : lines_)
    out += (line.kind == Kind::holds   ? "holds  "
            : line.kind == Kind::fails ? "fails  "
                                       : "       ") +
           line.text + "\n";
  return out;
}

}  // namespace claims
