#pragma once

#include "course/exercise/exercise.h"

horloge::Ids pad_batch(const std::vector<std::vector<std::int64_t>>& sentences,
                       std::int64_t padding_idx);
horloge::Mask padding_mask(const horloge::Ids& ids, std::int64_t padding_idx);
