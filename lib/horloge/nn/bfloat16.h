#pragma once

#include "horloge/autograd/bfloat16.h"
#include "horloge/nn/module.h"

namespace horloge {

/// Parameters of a module from which on it is worth to keep them: fewer stay in a core's cache, and
/// are read as fast as they are multiplied.
inline constexpr std::size_t worth_bfloat16 = std::size_t{1} << 20U;

/// Keeps the matrices among a module's parameters as bfloat16, too, those whose numbers all are: a
/// model that writes, a word at a time, is up to twice as fast, for half as much memory again, and
/// writes the same. Training a matrix ends it. Does nothing for a module that is not worth it.
void keep_bfloat16(const Module& module);

}  // namespace horloge
