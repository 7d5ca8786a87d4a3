#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const StepCodes& some : {numpy_style_steps(), module_style_steps(),
                                trained_steps(), poem_steps()})
    steps.insert(steps.end(), some.begin(), some.end());
  return steps;
}

}  // namespace stage
