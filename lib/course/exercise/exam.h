#pragma once

// What an exercise's check.cpp and mistakes.txt define, for the `Answer` that
// is made of its answer.h.

#include <vector>

#include "course/exercise/examiner.h"
#include "your_answer.h"

using WrongAnswers = std::vector<exercise::WrongAnswer<Answer>>;

/// Puts an answer through all parts.
void check(const Answer& answer, exercise::Examiner& examiner);

/// The known mistakes, at least six.
const WrongAnswers& wrong_answers();
