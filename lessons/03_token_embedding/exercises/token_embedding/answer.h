#pragma once

#include <optional>

#include "course/exercise/exercise.h"

/// Calls a MyTokenEmbedding of this table.
horloge::Tensor token_embedding(const horloge::Tensor& table,
                                std::optional<std::int64_t> padding_idx,
                                const horloge::Ids& ids);
