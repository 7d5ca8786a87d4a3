#pragma once

#include "course/exercise/exercise.h"

horloge::Array token_embedding_lookup(const horloge::Ids& ids,
                                      const horloge::Array& matrix);

// What the check calls.
struct Answer {
  decltype(&token_embedding_lookup) lookup;
};
inline Answer your_answer() { return {token_embedding_lookup}; }
