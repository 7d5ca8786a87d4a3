#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

double clip_pieces(horloge::Array& piece, double max_norm, Rank& me);
