#pragma once

#include "stage/lesson.h"

stage::StepCodes module_style_steps();
