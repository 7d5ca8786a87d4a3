#pragma once

#include "course/exercise/exercise.h"
#include "horloge/core/batch_shard.h"

horloge::Rows rows_of_rank(std::size_t count, std::size_t rank,
                           std::size_t size);
