#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const StepCodes& some :
       {numpy_style_steps(), group_steps(), pairing_steps(), distance_steps(),
        stretching_steps(), trained_steps(), module_style_steps()})
    steps.insert(steps.end(), some.begin(), some.end());
  return steps;
}

}  // namespace stage
