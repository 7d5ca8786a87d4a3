#pragma once

#include "golden/case.h"
#include "horloge/models/language_model.h"

namespace horloge::golden {

/// A text in pieces, `in.segment1` and so on, each run with the memory that the one before it left:
///   out.segmentN              (B, T, V) or, without a head, (B, T, D)
///   out.segmentN_hiddenI, out.segmentN_attnI      what enters block I, whom it looks at
///   out.mems_after_N_layerI   (M, B, D)
void check_segments(Case& c, const LanguageModel& model);

}  // namespace horloge::golden
