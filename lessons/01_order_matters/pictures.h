#pragma once

#include <string>
#include <vector>

#include "course/stage/terminal.h"
#include "horloge/core/array.h"

// What this lesson draws.

/// Who looks at whom: weights (T, T), row t adds up to 1.
std::string attention_map(const std::string& title,
                          const horloge::Array& weights,
                          const std::vector<std::string>& words,
                          const stage::Terminal& terminal);

/// Two pictures side by side; one below the other where the window is narrow.
std::string side_by_side(const std::string& left, const std::string& right,
                         const stage::Terminal& terminal);

/// A dial for each row of a sinusoidal code, with a hand for each pair of
/// numbers: the first pair is the longest hand. Below each dial its captions.
///   code (T, D), captions: lines of T texts
std::string clocks(const horloge::Array& code,
                   const std::vector<std::vector<std::string>>& captions,
                   const stage::Terminal& terminal);
