#pragma once

#include "course/stage/lesson.h"

stage::StepCodes module_style_steps();
