#include "heads.h"
#include "module_style.h"
#include "numpy_style.h"
#include "positions.h"
#include "values.h"

namespace stage {

StepCodes lesson_steps();
StepCodes lesson_steps() {
  StepCodes steps = numpy_style_steps();
  for (const StepCodes& more :
       {positions_steps(), values_steps(), heads_steps(), module_style_steps()})
    steps.insert(steps.end(), more.begin(), more.end());
  return steps;
}

}  // namespace stage
