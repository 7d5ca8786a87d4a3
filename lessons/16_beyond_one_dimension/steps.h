#pragma once

#include "course/stage/lesson.h"
#include "course/stage/page.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes module_style_steps();
stage::StepCodes trained_steps();
stage::StepCodes poem_steps();
