#include "horloge/core/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

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

TEST(AtomicFile, DoesNotReplaceADeviceOrAPipe) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", folder / "nothing");
  for (const char* name : {"pipe", "nothing"})
    EXPECT_ERROR(write_file_atomically(folder / name, "text"), FileError,
                 "cannot be replaced: Is a device or a pipe");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(folder.entries(), 2);
}

TEST(AtomicFile, ALinkStaysALink) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "far");
  std::filesystem::create_symlink("far/target", folder / "link");
  std::filesystem::create_symlink("link", folder / "second");
  std::filesystem::create_symlink((folder / "far/other").string(), folder / "absolute");
  const auto expect_behind = [&](const char* link, const char* target, const std::string& text) {
    write_file_atomically(folder / link, text);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / link));
    EXPECT_EQ(read_text(folder / target), text);
  };
  expect_behind("link", "far/target", "into nothing");
  expect_behind("link", "far/target", "again");
  expect_behind("second", "far/target", "by two links");
  expect_behind("absolute", "far/other", "from anywhere");
  EXPECT_EQ(folder.entries(), 4);
  std::filesystem::create_symlink("circle", folder / "circle");
  EXPECT_ERROR(write_file_atomically(folder / "circle", "text"), FileError,
               "circle: cannot be replaced: Too many levels of symbolic links");
}

// A process that is killed in the middle of writing.
void leave_half_a_file(const std::filesystem::path& path) {
  const pid_t child = ::fork();
  if (child == 0)
    write_file_atomically(path, [](const AppendBytes& append) {
      append("half of the ne");
      ::kill(::getpid(), SIGKILL);
    });
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(AtomicFile, SweepsWhatKilledWritersOfTheSameFileLeft) {
  const TemporaryFolder folder;
  leave_half_a_file(folder / "x");
  leave_half_a_file(folder / "x");  // which sweeps, too
  leave_half_a_file(folder / "y");
  EXPECT_EQ(folder.entries(), 2);
  for (const char* name : {".x.tmp", ".x.1.tmp", ".x.a-0.tmp", "x.1-0.tmp", ".x.1-0.tmp.txt"})
    test::write_text(folder / name, "somebody else's");
  write_file_atomically(folder / "x", "new");
  EXPECT_EQ(folder.entries(), 1 + 1 + 5);
  EXPECT_EQ(read_text(folder / "x"), "new");
  write_file_atomically(folder / "y", "new");
  EXPECT_EQ(folder.entries(), 2 + 5);
}

TEST(AtomicFile, SweepsNothingThatIsStillBeingWritten) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "x", [&](const AppendBytes& append) {
    append("the slower ");
    write_file_atomically(folder / "x", "the faster");
    EXPECT_EQ(read_text(folder / "x"), "the faster");
    append("one");
  });
  EXPECT_EQ(read_text(folder / "x"), "the slower one");
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
