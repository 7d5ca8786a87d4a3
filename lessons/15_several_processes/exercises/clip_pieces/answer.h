#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

double clip_pieces(horloge::Array& piece, double max_norm, Rank& me);

// What the check calls.
struct Answer {
  decltype(&::clip_pieces) clip_pieces;
};
inline Answer your_answer() { return {clip_pieces}; }
