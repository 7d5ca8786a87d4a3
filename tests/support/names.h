#pragma once

// The names that tests use all the time, without their namespaces.

#include <gmock/gmock.h>

namespace horloge {
namespace test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

}  // namespace test

using namespace test;

}  // namespace horloge
