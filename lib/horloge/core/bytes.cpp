#include "horloge/core/bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "horloge/core/error.h"

namespace horloge {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* who, const char* what) {
  throw FileError(fmt::format("[{}] {}: {}: {}", who, path.string(), what,
                              std::generic_category().message(errno)));
}

struct Descriptor {
  int fd;
  ~Descriptor() { ::close(fd); }
};

}  // namespace

Bytes own_bytes(std::string text) {
  const auto owner = std::make_shared<const std::string>(std::move(text));
  return {*owner, owner};
}

bool is_there(const std::filesystem::path& path) {
  std::error_code unreachable;  // or a name longer than names can be
  return std::filesystem::exists(path, unreachable);
}

Bytes map_file(const std::filesystem::path& path, const char* who, std::size_t most) {
  // O_NONBLOCK, or opening a pipe would wait for a writer.
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) fail(path, who, "cannot be opened");
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) fail(path, who, "cannot be inspected");
  if (!S_ISREG(status.st_mode))
    throw FileError(fmt::format("[{}] {}: must be a regular file, is {}", who, path.string(),
                                S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe"));
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > most)
    throw FileError(fmt::format("[{}] {}: may have at most {} MB, has {}", who, path.string(),
                                most >> 20U, size >> 20U));
  if (size == 0) return {};  // nothing to map
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (data == MAP_FAILED) fail(path, who, "cannot be mapped into memory");
  const std::shared_ptr<const void> owner(
      data, [size](const void* begin) { ::munmap(const_cast<void*>(begin), size); });
  return {std::string_view(static_cast<const char*>(data), size), owner};
}

}  // namespace horloge
