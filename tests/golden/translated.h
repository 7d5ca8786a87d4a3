#pragma once

#include <string>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/models/weights.h"

namespace horloge::golden {

/// What a file holds for these tensors, under our names and in our layouts; they keep their
/// numbers.
inline std::vector<NamedTensor> translated(const SafetensorsFile& file,
                                           const std::vector<NamedTensor>& ours,
                                           const WeightTable& table, const std::string& where) {
  std::vector<NamedTensor> theirs;
  for (const auto& [name, tensor] : ours) theirs.push_back({name, Tensor(zeros(tensor.shape()))});
  load_weights(file, theirs, table, where);
  return theirs;
}

}  // namespace horloge::golden
