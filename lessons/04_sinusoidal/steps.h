#pragma once

#include "course/stage/lesson.h"

// The steps of each file, in the order in which they stand there.

stage::StepCodes numpy_style_steps();
stage::StepCodes clock_steps();
stage::StepCodes rounding_steps();
stage::StepCodes picture_steps();
stage::StepCodes distance_steps();
stage::StepCodes module_style_steps();
