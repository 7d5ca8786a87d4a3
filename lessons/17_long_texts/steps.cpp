#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const StepCodes& some :
       {numpy_style_steps(), module_style_steps(), used_steps(), plan_steps(),
        further_steps(), resting_steps(), marked_steps()})
    steps.insert(steps.end(), some.begin(), some.end());
  return steps;
}

}  // namespace stage
