#pragma once

#include "course/stage/lesson.h"

// What each file adds to the lesson.

stage::StepCodes numpy_style_steps();
stage::StepCodes picture_steps();
stage::StepCodes corner_steps();
stage::StepCodes module_style_steps();
stage::StepCodes trained_steps();
stage::StepCodes word_vector_steps();
