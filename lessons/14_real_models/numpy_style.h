#pragma once

#include <map>
#include <string>

#include "common/largest_difference.h"
#include "horloge/core/array.h"
#include "horloge/io/safetensors.h"

// The small model by hand, on arrays.

/// The weights of data/models/king_james by their published names, without
/// ".weight": "model.norm".
class Weights {
 public:
  Weights();
  const horloge::Array& operator()(const std::string& name) const;

 private:
  horloge::SafetensorsFile file_;
  mutable std::map<std::string, horloge::Array> arrays_;
};

/// Each character's scores for the one that follows.   ids (T) -> (T, V)
horloge::Array model_by_hand(const Weights& w, const horloge::Ids& ids);
