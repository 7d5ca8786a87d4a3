#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "horloge/nn/position/position.h"

// For the page, where positions are moved by hand.

/// The small model's own positions, but each position is another one.
std::shared_ptr<horloge::PositionScheme> elsewhere(
    std::function<std::int64_t(std::int64_t)> place);
