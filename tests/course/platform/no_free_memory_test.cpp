#include <gtest/gtest.h>

#include "course/platform/free_memory.h"

namespace platform {
namespace {

TEST(FreeMemory, IsNotKnown) { EXPECT_FALSE(free_megabytes().has_value()); }

}  // namespace
}  // namespace platform
