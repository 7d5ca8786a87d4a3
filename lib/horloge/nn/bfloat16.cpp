#include "horloge/nn/bfloat16.h"

namespace horloge {

void keep_bfloat16(const Module& module) {
  if (module.parameter_count() < worth_bfloat16) return;
  for (const Tensor& parameter : module.parameters())
    if (parameter.rank() == 2) keep_bfloat16(parameter);
}

}  // namespace horloge
