#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const auto& of_file :
       {numpy_style_steps, picture_steps, corner_steps, module_style_steps,
        trained_steps, word_vector_steps})
    for (StepCode& step : of_file()) steps.push_back(std::move(step));
  return steps;
}

}  // namespace stage
