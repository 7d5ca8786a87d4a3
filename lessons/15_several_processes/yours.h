#pragma once

#include <cstddef>

#include "common/rank.h"
#include "horloge/core/array.h"
#include "horloge/core/share.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// Which rows of a batch are a rank's: as even as can be, the first ranks have
/// one more.
horloge::Rows rows_of_rank(std::size_t count, std::size_t rank,
                           std::size_t size);

/// The mean over the rows of all ranks, for all; mine is the mean over my rows,
/// and may be anything if I have none.   mine (…) -> (…)
horloge::Array mean_of_parts(const horloge::Array& mine, std::size_t rows,
                             Rank& me);

/// The sum of all ranks' x, in place and for all, around a ring. Works with
/// sends that wait.   x (…)
void ring_all_reduce(horloge::Array& x, Rank& me);

/// Of one long gradient each rank has a piece. Scales all pieces by one factor
/// so that the whole has a norm of at most max_norm; returns the norm before.
double clip_pieces(horloge::Array& piece, double max_norm, Rank& me);
