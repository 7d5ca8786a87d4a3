#pragma once

#include <string>
#include <vector>

#include "common/largest_difference.h"
#include "course/stage/page.h"
#include "horloge/core/array.h"

// How this lesson prints.

/// Numbers in columns, `  0.43   inf   nan`: a NaN never with a sign. Without a
/// width, there is room for two digits and a sign.
std::string numbers(const horloge::Array& row, int precision = 2,
                    int width = 0);

/// Who looks at whom: weights (T, S), row t adds up to 1.
horloge::HeatMap attention_map(const std::string& title,
                               const horloge::Array& weights,
                               const std::vector<std::string>& queries,
                               const std::vector<std::string>& keys);

/// Row i of points (N, 2) as text, "(-1.00  0.25)".
std::string point(const horloge::Array& points, std::size_t i);

/// The number in the middle.
double median(const horloge::Array& values);

double largest(const horloge::Array& values);
