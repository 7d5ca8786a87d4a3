#include "course/web/open_connections.h"

#include <sys/socket.h>

namespace web {

void OpenConnections::waits(int socket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  since_[socket] = Clock::now();
}

void OpenConnections::is_served(int socket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  since_.erase(socket);
}

void OpenConnections::end_those_waiting(Clock::duration longer_than) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Clock::time_point now = Clock::now();
  for (auto at = since_.begin(); at != since_.end();) {
    if (now - at->second < longer_than) {
      ++at;
    } else {
      shutdown(at->first, SHUT_RDWR);
      at = since_.erase(at);
    }
  }
}

}  // namespace web
