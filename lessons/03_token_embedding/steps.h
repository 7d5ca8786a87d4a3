#pragma once

#include "course/stage/lesson.h"

// The steps of each file, in the order in which they stand there.

stage::StepCodes word_steps();
stage::StepCodes numpy_style_steps();
stage::StepCodes random_row_steps();
stage::StepCodes module_style_steps();
