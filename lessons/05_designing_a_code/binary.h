#pragma once

#include "horloge/core/array.h"

/// The binary digits of each position; column b counts the 2^b, so the lowest
/// comes first.   -> (T, bits)
horloge::Array binary_table(std::size_t max_seq_len, std::size_t bits);
