#pragma once

// What an exercise's check.cpp and mistakes.txt define, for the `Answer` that
// is made of its answer.h, and what each of them needs for that.

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "course/exercise/begins_anew.h"
#include "course/exercise/examiner.h"
#include "course/exercise/exercise.h"
#include "your_answer.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

using WrongAnswers = std::vector<exercise::WrongAnswer<Answer>>;

/// Puts an answer through all parts.
void check(const Answer& answer, Examiner& examiner);

/// Our solution, to compare an answer with. The other right answers of
/// mistakes.txt show that it is right.
const Answer& right_answer();

/// The known mistakes, at least six.
const WrongAnswers& wrong_answers();
