#include "module_style.h"
#include "numpy_style.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps = numpy_style_steps();
  for (StepCode& step : module_style_steps()) steps.push_back(std::move(step));
  return steps;
}

}  // namespace stage
