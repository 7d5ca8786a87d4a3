#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const StepCodes& some :
       {numpy_style_steps(), reach_steps(), form_steps(), mirror_steps(),
        task_steps(), combining_steps(), relatives_steps(), reading_steps(),
        module_style_steps()})
    steps.insert(steps.end(), some.begin(), some.end());
  return steps;
}

}  // namespace stage
