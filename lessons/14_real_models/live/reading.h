#pragma once

#include "course/live/question.h"

// What a model makes of a text that somebody wrote. All of them take {"folder",
// "text"}.

/// {"schemes"} -> {"pieces", "rows": [{"scheme", "nats" a piece, "each" [T]}]}
/// of a model that says which token comes next. The first piece is not asked
/// for, and null.
live::Json read_with(const live::Json& with);

/// {"scheme", "layer", "head"} -> {"pieces", "map" [T, T], "back": for each
/// head of each layer, how much it looks at the piece before}
live::Json attention_of(const live::Json& with);

/// {"scheme"} -> {"pieces", "place", "best": [{"piece", "share"}]}: what comes
/// next, or what stands instead of the mask.
live::Json predictions_of(const live::Json& with);

/// {"other"} -> {"pieces", "with", "without"}: the cosine of the vectors of
/// both texts, with positions and without.
live::Json compare_vectors(const live::Json& with);
