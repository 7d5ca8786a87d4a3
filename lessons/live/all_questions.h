#pragma once

#include "course/live/question.h"

namespace live {

/// What a page may ask: the questions of all lessons' live/questions.cpp. Made
/// by questions.cmake from the folders.
Questions all_questions();

}  // namespace live
