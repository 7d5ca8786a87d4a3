#pragma once

#include "course/stage/lesson.h"
#include "course/stage/page.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes module_style_steps();
stage::StepCodes used_steps();
stage::StepCodes plan_steps();
stage::StepCodes further_steps();
stage::StepCodes resting_steps();
stage::StepCodes marked_steps();
