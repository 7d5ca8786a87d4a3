#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "course/stage/page.h"

/// Fills each[i] with work(i), several at a time, and says how far it has come.
void side_by_side(stage::Page& page, std::vector<double>& each,
                  const std::function<double(std::size_t i)>& work);

/// "2.13 ± 0.04", of `count` numbers from `first` on.
std::string mean_and_deviation(const std::vector<double>& numbers,
                               std::size_t first, std::size_t count);
