#pragma once

#include "course/exercise/exercise.h"

double causal_lm_loss(const horloge::Array& logits, const horloge::Ids& ids,
                      std::int64_t padding_id);
