#pragma once

#include <string>
#include <vector>

#include "course/exercise/examiner.h"

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
/// same trace; if there is none, those that fail in the same parts and give the
/// same wrong numbers there. Numbers are the same if what a mistake leaves over
/// is next to nothing beside what is wrong: an answer that computes in float
/// makes the mistake that is known in double.
std::vector<std::string> shared_mistakes(const Examiner& answer,
                                         const std::vector<KnownTrace>& known);

/// Whether two runs left the very same behind.
bool same_everywhere(const Trace& a, const Trace& b);

/// Whether an answer and a known mistake leave the same trace in some parts.
bool agree_in(const std::vector<bool>& parts, const Examiner& answer,
              const KnownTrace& known);

/// For an answer that shares no single mistake: the two that it makes at once;
/// empty unless exactly one pair explains it. Neither of them fails in a part
/// that the answer passed; each part in which the answer failed is one of
/// theirs; where it is that of one alone, the traces agree, and each has such a
/// part.
std::vector<std::string> joint_mistakes(const Examiner& answer,
                                        const std::vector<KnownTrace>& known);

/// How much of an answer a mistake explains: all that is wrong; all values and
/// gradients, though it does something else at the edges; all values, though
/// the way back is wrong in its own way, as where a learner makes the mistake
/// there and back, and the known one makes it once.
enum class Explains { all, all_but_edges, values };

/// For an answer that shares no mistake, alone or with another: the one that
/// explains so much of it and no more; empty unless there is exactly one.
std::vector<std::string> main_mistake(const Examiner& answer, Explains explains,
                                      const std::vector<KnownTrace>& known);

/// `failed`, without the parts of which so much says nothing.
std::vector<bool> main_parts(const Examiner& answer, Explains explains,
                             std::vector<bool> failed);

}  // namespace exercise
