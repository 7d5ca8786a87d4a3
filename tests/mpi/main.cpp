// Runs the tests of this folder in every process that mpirun started. The first one shows them; the
// others, whose standard output nobody hears, say what fails.

#include <gtest/gtest.h>

#include <iostream>

#include "horloge/train/group.h"

namespace {

class Failures : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed())
      std::cerr << "process " << horloge::Group::world().rank() << ": " << result.file_name() << ":"
                << result.line_number() << ": " << result.message() << "\n";
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!horloge::Group::world().is_first())
    testing::UnitTest::GetInstance()->listeners().Append(new Failures);
  return RUN_ALL_TESTS();
}
