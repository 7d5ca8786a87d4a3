#include "horloge/core/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "horloge/core/error.h"

namespace horloge {
namespace {

// The file under its temporary name. It is removed with this object unless it was committed.
class TemporaryFile {
 public:
  TemporaryFile(std::filesystem::path target, const char* who)
      : target_(std::move(target)), who_(who) {
    // Process id and counter make the name unique; O_EXCL makes sure of it.
    static std::atomic<unsigned> counter{0};
    do {
      path_ = folder() /
              fmt::format(".{}.{}-{}.tmp", target_.filename().string(), ::getpid(), counter++);
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (fd_ < 0 && errno == EEXIST);
    if (fd_ < 0) fail(fmt::format("cannot create a file in {}", folder().string()));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!committed_) ::unlink(path_.c_str());
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
    if (::close(std::exchange(fd_, -1)) != 0) fail("cannot be closed");
    if (std::rename(path_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
    committed_ = true;
    // The rename is durable once the folder is flushed. Not every file system can do that, and the
    // file itself is complete, so a failure here is not an error.
    const int folder_fd = ::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd < 0) return;
    ::fsync(folder_fd);
    ::close(folder_fd);
  }

 private:
  std::filesystem::path folder() const {
    return target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
  }

  [[noreturn]] void fail(const std::string& what) const {
    const int code = errno;
    throw FileError(fmt::format("[{}] {}: {}: {}", who_, target_.string(), what,
                                std::generic_category().message(code)));
  }

  std::filesystem::path target_;
  std::filesystem::path path_;
  const char* who_;
  int fd_ = -1;
  bool committed_ = false;
};

}  // namespace

void write_file_atomically(const std::filesystem::path& path,
                           const std::function<void(const AppendBytes&)>& write, const char* who) {
  if (!path.has_filename())
    throw FileError(fmt::format("[{}] \"{}\": does not name a file", who, path.string()));
  TemporaryFile file(path, who);
  write([&file](std::string_view bytes) { file.append(bytes); });
  file.commit();
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content,
                           const char* who) {
  write_file_atomically(
      path, [content](const AppendBytes& append) { append(content); }, who);
}

}  // namespace horloge
