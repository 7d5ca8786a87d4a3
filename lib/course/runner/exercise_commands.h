#pragma once

#include <cstddef>

#include "course/runner/session.h"

namespace runner {

/// Shows the next hint of an exercise, or hint `number` if it is not 0. One at
/// a time: a later one only after the earlier ones.
void show_hint(Session& session, const Exercise& exercise, std::size_t number);

/// How many hints an exercise has.
std::size_t hint_count(const Exercise& exercise);

/// Shows our solution. Only after the exercise is solved, or with `give_up`.
void show_solution(Session& session, const Exercise& exercise, bool give_up);

/// Shows how the learner's file differs from our solution, likewise.
void show_diff(Session& session, const Exercise& exercise, bool give_up);

/// Back to the beginning; what was there is kept.
void reset(Session& session, const Exercise& exercise);

}  // namespace runner
