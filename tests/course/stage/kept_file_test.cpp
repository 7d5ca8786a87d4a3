// Where a step keeps what it needs the next time.

#include "course/stage/kept_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

using horloge::test::TemporaryFolder;

class KeptFile : public testing::Test {
 protected:
  ~KeptFile() override { stage::keep_files_in({}); }
};

TEST_F(KeptFile, IsNoneUnlessAFolderIsNamed) {
  EXPECT_EQ(stage::kept_file("training"), fs::path());
}

TEST_F(KeptFile, StandsInTheFolderWhichIsMade) {
  const TemporaryFolder folder;
  stage::keep_files_in(folder.path() / "kept" / "12");
  EXPECT_FALSE(fs::exists(folder.path() / "kept"));
  EXPECT_EQ(stage::kept_file("training"), folder.path() / "kept" / "12" / "training");
  EXPECT_TRUE(fs::is_directory(folder.path() / "kept" / "12"));
}

TEST_F(KeptFile, IsNoneWhereTheFolderCannotBeMade) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  stage::keep_files_in(folder.path() / "file" / "kept");
  EXPECT_EQ(stage::kept_file("training"), fs::path());
}

}  // namespace
