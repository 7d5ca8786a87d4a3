#pragma once

#include <string>
#include <vector>

#include "exercise/examiner.h"

namespace exercise {

/// What a known mistake left behind when it went through the same check, with
/// the same seed.
struct KnownTrace {
  std::string id;
  Trace trace;
  std::vector<bool> failed;  ///< part by part

  KnownTrace(const std::string& id, const Examiner& examiner);
};

/// The ids of the known mistakes that an answer shares: those with the very
/// same trace; if there is none, those that agree with it in every part where
/// it failed.
std::vector<std::string> shared_mistakes(const Examiner& answer,
                                         const std::vector<KnownTrace>& known);

/// For an answer that shares no single mistake: the two that it makes at once,
/// or one of them if the other remains in doubt. Both have failed in no part
/// that the answer passed; each part in which the answer failed is one of
/// theirs; where it is that of one alone, the traces agree, and each has such a
/// part.
std::vector<std::string> joint_mistakes(const Examiner& answer,
                                        const std::vector<KnownTrace>& known);

}  // namespace exercise
