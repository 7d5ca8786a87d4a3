#include "horloge/core/atomic_file.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "horloge/core/error.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

using test::read_text;
using test::TemporaryFolder;

// Files may not grow beyond some bytes while this lives: a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int) = nullptr;
};

TEST(AtomicFile, WritesAndReplaces) {
  const TemporaryFolder folder;
  const auto path = folder / "x";
  write_file_atomically(path, "first");
  EXPECT_EQ(read_text(path), "first");
  write_file_atomically(path, [](const AppendBytes& append) {
    append("sec");
    append("");
    append(std::string_view("ond\0", 4));
  });
  EXPECT_EQ(read_text(path), std::string("second\0", 7));
  write_file_atomically(path, "");
  EXPECT_EQ(read_text(path), "");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, TheOldFileStandsUntilAllIsWritten) {
  const TemporaryFolder folder;
  const auto path = folder / "x";
  write_file_atomically(path, "old");
  write_file_atomically(path, [&](const AppendBytes& append) {
    append("new");
    EXPECT_EQ(read_text(path), "old");
    EXPECT_EQ(folder.entries(), 2);
  });
  EXPECT_EQ(read_text(path), "new");
}

TEST(AtomicFile, AnExceptionLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  const auto path = folder / "x";
  write_file_atomically(path, "old");
  const auto interrupted = [](const AppendBytes& append) {
    append("half of the ne");
    throw ValueError("interrupted");
  };
  EXPECT_ERROR(write_file_atomically(path, interrupted), ValueError, "interrupted");
  EXPECT_ERROR(write_file_atomically(folder / "y", interrupted), ValueError, "interrupted");
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, AFullDiskLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  const auto path = folder / "x";
  write_file_atomically(path, "old");
  {
    const FullDisk disk(1000);
    EXPECT_ERROR(write_file_atomically(path, std::string(5000, 'x'), "save"), FileError,
                 "[save] " + path.string() + ": cannot be written: File too large");
  }
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(folder.entries(), 1);
}

/// While one lives, root is nobody: root may write everywhere.
class Unprivileged {
 public:
  Unprivileged() {
    if (was_ == 0) {
      EXPECT_EQ(::seteuid(65534), 0);
    }
  }
  ~Unprivileged() { EXPECT_EQ(::seteuid(was_), 0); }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  const uid_t was_ = ::geteuid();
};

TEST(AtomicFile, NamesAFolderThatIsMissingOrForbidden) {
  const TemporaryFolder folder;
  EXPECT_ERROR(write_file_atomically(folder / "none/x", "text"), FileError,
               "cannot create a file in " + (folder / "none").string() + ": No such file");
  EXPECT_ERROR(write_file_atomically(folder / "x/", "text"), FileError, "does not name a file");
  EXPECT_ERROR(write_file_atomically("", "text"), FileError, "does not name a file");
  EXPECT_THROW(write_file_atomically("/proc/x", "text"), FileError);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read);
  const Unprivileged user;
  EXPECT_ERROR(write_file_atomically(folder / "x", "text"), FileError, "Permission denied");
}

TEST(AtomicFile, DoesNotReplaceAFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  EXPECT_ERROR(write_file_atomically(folder / "sub", "text"), FileError,
               "cannot be replaced: Is a directory");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(AtomicFile, WritesIntoTheCurrentFolder) {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write_file_atomically("x", "text");
  std::filesystem::current_path(before);
  EXPECT_EQ(read_text(folder / "x"), "text");
}

}  // namespace
}  // namespace horloge
