#pragma once

#include <functional>

/// How steep f is at x, by nudging x a little.
double slope(const std::function<double(double)>& f, double x);
