#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace web {

struct ServerState;

/// The files of a folder on 127.0.0.1, as answer.h answers, from other threads
/// as long as it lives.
class Server {
 public:
  /// `port` 0 is any that is free. std::runtime_error if there is none.
  Server(const std::filesystem::path& folder, int port);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

 private:
  std::unique_ptr<ServerState> state_;
};

/// Serves the files of a folder until the program is interrupted. `ready` is
/// told the address.
void serve(const std::filesystem::path& folder, int port,
           const std::function<void(const std::string&)>& ready);

}  // namespace web
