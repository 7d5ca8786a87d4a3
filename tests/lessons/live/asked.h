#pragma once

#include <string>

#include "course/live/answer.h"
#include "live/all_questions.h"

/// The whole answer of a page's request: {"answer": …} or {"error": "…"}.
inline live::Json whole_answer(const std::string& question, const live::Json& with) {
  static const live::Questions all = live::all_questions();
  const live::Json request = {{"ask", question}, {"with", with}};
  return live::Json::parse(live::answer(all, request.dump()));
}

/// What was answered; null where there was an error.
inline live::Json asked(const std::string& question, const live::Json& with) {
  return whole_answer(question, with).value("answer", live::Json());
}

/// The sentence of an error; empty where there was none.
inline std::string refused(const std::string& question, const live::Json& with) {
  return whole_answer(question, with).value("error", "");
}
