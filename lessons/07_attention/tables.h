#pragma once

#include <string>
#include <vector>

#include "course/stage/page.h"
#include "horloge/core/array.h"

// How this lesson prints.

/// Numbers in columns, `  0.43   inf   nan`: a NaN never with a sign. Without a
/// width, there is room for two digits and a sign.
std::string numbers(const horloge::Array& row, int precision = 2,
                    int width = 0);

/// Row i of values (N, M) behind name i.
void print_rows(stage::Page& page, const std::vector<std::string>& names,
                const horloge::Array& values, int precision = 2);

/// Who looks at whom: weights (T, S), row t adds up to 1.
horloge::HeatMap attention_map(const std::string& title,
                               const horloge::Array& weights,
                               const std::vector<std::string>& queries,
                               const std::vector<std::string>& keys);

/// The number in the middle.
double median(const horloge::Array& values);

double largest(const horloge::Array& values);
double largest_difference(const horloge::Array& a, const horloge::Array& b);
