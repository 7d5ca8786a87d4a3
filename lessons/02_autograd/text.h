#pragma once

#include <functional>
#include <string>

#include "common/largest_difference.h"
#include "course/stage/page.h"
#include "horloge/core/array.h"

// How this lesson compares and prints.

double largest(const horloge::Array& x);

/// All numbers of an array, the rows of a matrix apart: `1 10 100 | 2 20 200`.
std::string numbers(const horloge::Array& x, int precision = 0);

/// A curve through the points (x[i], y[i]).
horloge::Lines::Line curve(const std::string& name, const horloge::Array& x,
                           const horloge::Array& y);

/// A text as an indented paragraph that fits the page.
std::string wrapped(const stage::Page& page, const std::string& text);

/// What f complains about, wrapped and indented.
std::string complaint(const stage::Page& page, const std::function<void()>& f);
