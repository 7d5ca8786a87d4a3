#pragma once

// Tests call what stands in horloge::test by its own name.

#include "support/matchers.h"

namespace horloge {
namespace test {}
using namespace test;
}  // namespace horloge
