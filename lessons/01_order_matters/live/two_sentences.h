#pragma once

#include "course/live/question.h"

/// Two sentences beside each other: their bags, who looks at whom, and what
/// differs, word by word and place by place.
///   {"one": "le chat …", "other": "…", "layer": "attention", "positions":
///   true}
live::Json compare_sentences(const live::Json& with);
