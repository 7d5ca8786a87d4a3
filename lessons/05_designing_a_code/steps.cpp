#include "steps.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps;
  for (const auto& of_file :
       {simple_code_steps, binary_steps, requirement_steps, numpy_style_steps,
        offset_steps, module_style_steps})
    for (StepCode& step : of_file()) steps.push_back(std::move(step));
  return steps;
}

}  // namespace stage
