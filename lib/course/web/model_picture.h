#pragma once

#include <string>

#include "course/content/model_map.h"
#include "course/web/words.h"

namespace web {

/// A Transformer as a small picture, a box for each part, from the token ids at
/// the bottom to the head. The parts of the step that is shown are lit by
/// page/steps.js.
std::string model_picture(const content::ModelMap& map, const Words& words);

}  // namespace web
