#pragma once

#include <chrono>
#include <map>
#include <mutex>

namespace web {

/// The connections of a server that wait for a request, and since when. A
/// client that sends one letter a second, or nothing, must not hold a
/// connection for ever. Called from any thread.
class OpenConnections {
 public:
  using Clock = std::chrono::steady_clock;

  /// A connection begins to wait, or waits for its next request.
  void waits(int socket);
  /// Its request is there, or it is closed.
  void is_served(int socket);
  /// Ends those that have waited for so long. The server, which reads them,
  /// sees their end.
  void end_those_waiting(Clock::duration longer_than);

 private:
  std::mutex mutex_;
  std::map<int, Clock::time_point> since_;
};

}  // namespace web
