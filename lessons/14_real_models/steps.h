#pragma once

#include "course/stage/lesson.h"
#include "course/stage/page.h"

// What each file adds to the lesson.

stage::StepCodes recipe_steps();
stage::StepCodes numpy_style_steps();
stage::StepCodes module_style_steps();
stage::StepCodes taken_away_steps();
stage::StepCodes head_steps();
stage::StepCodes dog_steps();
