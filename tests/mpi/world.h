#pragma once

#include "horloge/train/group.h"

namespace horloge::test {

inline Group world() { return Group::world(); }

}  // namespace horloge::test
