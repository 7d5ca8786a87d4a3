#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// "2.13 ± 0.04", of `count` numbers from `first` on.
std::string mean_and_deviation(const std::vector<double>& numbers,
                               std::size_t first, std::size_t count);
