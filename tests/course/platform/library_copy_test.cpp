// A shared library, opened more than once.

#include "course/platform/library_copy.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/temporary_folder.h"

namespace platform {
namespace {

int calls_of(void* library) { return reinterpret_cast<int (*)()>(dlsym(library, "count_calls"))(); }

// The folder for temporary files, for as long as one lives.
class LibraryCopy : public testing::Test {
 protected:
  LibraryCopy() { setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~LibraryCopy() override { unsetenv("TMPDIR"); }

  horloge::test::TemporaryFolder folder_;
};

TEST_F(LibraryCopy, HoldsItsOwnVariables) {
  void* const library = dlopen(COUNTER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_EQ(calls_of(library), 1);
  EXPECT_EQ(calls_of(library), 2);
  for (int i = 0; i < 3; ++i) {
    void* const copy = open_copy_of(COUNTER_LIBRARY);
    ASSERT_NE(copy, nullptr) << dlerror();
    EXPECT_EQ(calls_of(copy), 1);
  }
  EXPECT_EQ(calls_of(library), 3);
}

TEST_F(LibraryCopy, LeavesNoFile) {
  EXPECT_NE(open_copy_of(COUNTER_LIBRARY), nullptr);
  EXPECT_EQ(open_copy_of(folder_ / "none"), nullptr);
  EXPECT_EQ(open_copy_of(__FILE__), nullptr);
  EXPECT_EQ(folder_.entries(), 0);
}

}  // namespace
}  // namespace platform
