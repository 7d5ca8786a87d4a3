#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "horloge/nn/position/position.h"

// For the page, where places are moved by hand.

/// The small model's own positions, but each place is another one.
std::shared_ptr<horloge::PositionScheme> elsewhere(
    std::function<std::int64_t(std::int64_t)> place);
