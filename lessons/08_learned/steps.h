#pragma once

#include "course/stage/lesson.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes module_style_steps();
stage::StepCodes row_steps();
stage::StepCodes comparison_steps();
