#pragma once

#include <string>
#include <vector>

#include "horloge/models/language_model.h"

namespace horloge {

struct SummaryLine {
  std::string name;  ///< layers
  std::string text;  ///< 2, of width 64, with 4 heads of size 16
};

/// What a model is, in a line each: positions, the length of its texts if that is known,
/// parameters, layers, vocabulary.
std::vector<SummaryLine> summary_of(const LanguageModel& model);

}  // namespace horloge
