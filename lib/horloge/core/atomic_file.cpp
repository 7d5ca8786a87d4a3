#include "horloge/core/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "horloge/core/error.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// Where a link leads, even if there is nothing yet: the link stays, and its target is written.
fs::path behind_links(fs::path path) {
  constexpr int most_links = 40;  // as many as Linux follows
  std::error_code none;
  for (int i = 0; i < most_links && fs::is_symlink(path, none); ++i) {
    const fs::path target = fs::read_symlink(path, none);
    path = target.is_absolute() ? target : folder_of(path) / target;
  }
  return path;
}

// ".NAME." and ".tmp"; between them stand process id and counter.
std::string beginning_of_temporaries(const fs::path& target) {
  return fmt::format(".{}.", target.filename().string());
}
constexpr std::string_view end_of_temporaries = ".tmp";

bool is_temporary_of(const fs::path& target, const std::string& name) {
  const std::string begin = beginning_of_temporaries(target);
  if (name.size() < begin.size() + end_of_temporaries.size() ||
      name.compare(0, begin.size(), begin) != 0 || fs::path(name).extension() != end_of_temporaries)
    return false;
  const std::string middle =
      name.substr(begin.size(), name.size() - begin.size() - end_of_temporaries.size());
  return middle.find('-') != middle.npos && middle.find_first_not_of("0123456789-") == middle.npos;
}

// Removes what writers of the same file left behind when they were killed. A living one holds a
// lock on its file, of which it dies itself: process ids would not do, as they are used again, and
// differ between containers.
void sweep_leftovers(const fs::path& target) {
  std::error_code unreadable;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder_of(target), unreadable))
    if (is_temporary_of(target, entry.path().filename().string())) found.push_back(entry.path());
  for (const fs::path& path : found) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    ::close(fd);
  }
}

// The file under its temporary name. It is removed with this object unless it was committed.
class TemporaryFile {
 public:
  TemporaryFile(const fs::path& path, const char* who) : target_(behind_links(path)), who_(who) {
    struct stat status {};
    const bool there = ::stat(target_.c_str(), &status) == 0;
    if (!there && errno == ELOOP) fail("cannot be replaced");
    if (there && !S_ISREG(status.st_mode))
      throw FileError(
          fmt::format("[{}] {}: cannot be replaced: {}", who_, target_.string(),
                      S_ISDIR(status.st_mode) ? "Is a directory" : "Is a device or a pipe"));
    sweep_leftovers(target_);
    // Process id and counter make the name unique; O_EXCL makes sure of it.
    static std::atomic<unsigned> counter{0};
    do {
      close();
      path_ = folder_of(target_) / fmt::format("{}{}-{}{}", beginning_of_temporaries(target_),
                                               ::getpid(), counter++, end_of_temporaries);
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while ((fd_ < 0 && errno == EEXIST) || (fd_ >= 0 && !hold()));
    if (fd_ < 0) fail(fmt::format("cannot create a file in {}", folder_of(target_).string()));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!committed_) ::unlink(path_.c_str());
    close();
  }

  void append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot be written");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    if (::fsync(fd_) != 0) fail("cannot be flushed to the disk");
    if (std::rename(path_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
    committed_ = true;
    // The rename is durable once the folder is flushed. Not every file system can do that, and the
    // file itself is complete, so a failure here is not an error.
    const int folder_fd = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd < 0) return;
    ::fsync(folder_fd);
    ::close(folder_fd);
  }

 private:
  // Keeps others from sweeping the file. False if one of them was faster; where files cannot be
  // locked, nobody sweeps.
  bool hold() const {
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    struct stat status {};
    return ::fstat(fd_, &status) != 0 || status.st_nlink > 0;
  }

  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

  [[noreturn]] void fail(const std::string& what) const {
    const int code = errno;
    throw FileError(fmt::format("[{}] {}: {}: {}", who_, target_.string(), what,
                                std::generic_category().message(code)));
  }

  fs::path target_;
  fs::path path_;
  const char* who_;
  int fd_ = -1;
  bool committed_ = false;
};

}  // namespace

void write_file_atomically(const fs::path& path,
                           const std::function<void(const AppendBytes&)>& write, const char* who) {
  if (!path.has_filename())
    throw FileError(fmt::format("[{}] \"{}\": does not name a file", who, path.string()));
  TemporaryFile file(path, who);
  write([&file](std::string_view bytes) { file.append(bytes); });
  file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view content, const char* who) {
  write_file_atomically(
      path, [content](const AppendBytes& append) { append(content); }, who);
}

}  // namespace horloge
