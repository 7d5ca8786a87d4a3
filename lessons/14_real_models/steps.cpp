#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const StepCodes& some :
       {recipe_steps(), numpy_style_steps(), module_style_steps(),
        taken_away_steps(), head_steps(), dog_steps()})
    steps.insert(steps.end(), some.begin(), some.end());
  return steps;
}

}  // namespace stage
