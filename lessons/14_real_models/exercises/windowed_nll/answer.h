#pragma once

#include "course/exercise/exercise.h"

using NextScores = std::function<horloge::Array(const horloge::Ids& ids)>;

double windowed_nll(const NextScores& model, const horloge::Ids& ids,
                    std::size_t window);
