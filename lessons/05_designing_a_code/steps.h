#pragma once

#include "course/stage/lesson.h"

// The steps of each file, in the order in which they stand there.

stage::StepCodes simple_code_steps();
stage::StepCodes binary_steps();
stage::StepCodes requirement_steps();
stage::StepCodes numpy_style_steps();
stage::StepCodes offset_steps();
stage::StepCodes module_style_steps();
