#include "horloge/core/bytes.h"

#include <gtest/gtest.h>

#include "horloge/core/error.h"
#include "support/files.h"

namespace horloge {
namespace {

TEST(Bytes, IsThereKnowsFilesAndFolders) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "file", "");
  EXPECT_TRUE(is_there(folder.path()));
  EXPECT_TRUE(is_there(folder / "file"));
  EXPECT_FALSE(is_there(folder / "other"));
  EXPECT_FALSE(is_there(folder / "file/other"));
  EXPECT_FALSE(is_there(folder / std::string(1000, 'n')));  // longer than a name may be
}

TEST(Bytes, AMappedFileIsItsContent) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "file", std::string("a\0b", 3));
  const Bytes bytes = map_file(folder / "file", "reader");
  EXPECT_EQ(bytes.view, std::string_view("a\0b", 3));
  EXPECT_EQ(bytes.slice(2, 1).view, "b");
  test::write_text(folder / "empty", "");
  EXPECT_TRUE(map_file(folder / "empty", "reader").view.empty());
  EXPECT_THROW(map_file(folder / "other", "reader"), FileError);
  EXPECT_THROW(map_file(folder.path(), "reader"), FileError);
}

TEST(Bytes, AFileMayBeTooLarge) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "file", "abc");
  EXPECT_EQ(map_file(folder / "file", "reader", 3).view, "abc");
  EXPECT_THROW(map_file(folder / "file", "reader", 2), FileError);
}

}  // namespace
}  // namespace horloge
