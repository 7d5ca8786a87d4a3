#pragma once

#include <functional>
#include <string>
#include <vector>

#include "course/exercise/examiner.h"

namespace exercise {

/// A check with the kind of answer taken out: what every exercise's program
/// needs of it.
struct Exam {
  /// Checks an answer: a pointer to an `Answer`.
  std::function<void(const void* answer, Examiner&)> check;
  struct Mistake {
    std::string id, sentence;
    const void* answer;
  };
  std::vector<Mistake> mistakes;
};

/// Checks with `count` seeds from `first` on, and prints the first that fails.
/// A part without random numbers is the same with every seed: the first and
/// the last are enough for it.
bool try_seeds(const Exam& exam, const void* answer, std::uint64_t first,
               std::uint64_t count);

/// The program of an exercise's check:
///   check_NAME ANSWER.so [--seed N] [--report FD]   checks an answer
///   check_NAME ANSWER.so --seeds N                  the same for many seeds
///   check_NAME --mistakes                           every known mistake is
///                                                   rejected and named
/// The report is one JSON object a line: parts as they begin and end, then the
/// mistake if it is a known one, then the verdict.
int run_exam(int argc, char** argv, const Exam& exam);

template <class Answer>
Exam make_exam(void (*check)(const Answer&, Examiner&),
               const std::vector<WrongAnswer<Answer>>& wrong_answers) {
  Exam exam;
  exam.check = [check](const void* answer, Examiner& examiner) {
    check(*static_cast<const Answer*>(answer), examiner);
  };
  for (const WrongAnswer<Answer>& wrong : wrong_answers)
    exam.mistakes.push_back({wrong.id, wrong.sentence, &wrong.answer});
  return exam;
}

}  // namespace exercise
