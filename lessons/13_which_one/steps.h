#pragma once

#include "course/stage/lesson.h"
#include "course/stage/page.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes module_style_steps();
stage::StepCodes reader_steps();
stage::StepCodes outcome_steps();
stage::StepCodes black_box_steps();
