#pragma once

#include <string>

#include "course/live/question.h"

namespace live {

/// Answers one request, a text of JSON: {"answer": …}, or {"error": "…"} with a
/// sentence for the page that asked. Never throws. Without "with" a question
/// gets {}.
std::string answer(const Questions& questions, const std::string& request);

}  // namespace live
