#pragma once

#include "course/stage/lesson.h"
#include "course/stage/page.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes reach_steps();
stage::StepCodes form_steps();
stage::StepCodes mirror_steps();
stage::StepCodes task_steps();
stage::StepCodes combining_steps();
stage::StepCodes relatives_steps();
stage::StepCodes reading_steps();
stage::StepCodes module_style_steps();
