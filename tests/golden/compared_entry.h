#pragma once

#include "horloge/io/safetensors.h"

namespace horloge::golden {

/// An entry in the middle of an array, or the next one that is compared: padding is not.
inline std::size_t compared_entry(const SafetensorsFile& file, const StoredTensor& stored) {
  std::size_t at = stored.size() / 2;
  const Shape& shape = stored.shape();
  const auto found = file.tensors.find("in.compare_mask");
  if (found == file.tensors.end() || shape.size() < 3) return at;
  const Ids counts = found->second.to_ids();  // (B, T)
  const std::size_t T = counts.shape()[1], heads = shape.size() == 4 ? shape[1] : 1;
  const auto row = [&] { return at / shape.back(); };
  while (at + 1 < stored.size() && counts(row() / T / heads, row() % T) == 0) ++at;
  return at;
}

}  // namespace horloge::golden
