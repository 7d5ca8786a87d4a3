#include "course/runner/build_lock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace runner {

BuildLock::BuildLock(const std::filesystem::path& build_folder,
                     const std::function<bool()>& stop)
    : descriptor_(open((build_folder.string() + ".lock").c_str(),
                       O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  constexpr int a_moment = 50;  // milliseconds
  if (descriptor_ < 0) return;  // then nobody else can have it either
  while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;
    if (stop && stop()) return;
    poll(nullptr, 0, a_moment);
  }
  // ./learn ends the build whose process group stands there.
  [[maybe_unused]] const int emptied = ftruncate(descriptor_, 0);
}

BuildLock::~BuildLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace runner
