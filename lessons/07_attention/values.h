#pragma once

#include "course/stage/lesson.h"

stage::StepCodes values_steps();
