#include "course/web/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "course/stage/long_work.h"

namespace web {

bool serve(const std::filesystem::path& folder, int port,
           const std::function<void(const std::string&)>& ready) {
  constexpr const char* here = "127.0.0.1";
  httplib::Server server;
  server.set_mount_point("/", folder.string());
  server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  server.set_file_extension_and_mimetype_mapping("woff2", "font/woff2");
  // Another server's port is not to be shared; one that was just closed may be
  // had.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  // A browser keeps half a dozen connections open, each of which has a thread
  // as long as it lasts.
  constexpr std::size_t threads = 32;
  server.new_task_queue = [] { return new httplib::ThreadPool(threads); };
  server.set_keep_alive_timeout(1);
  server.set_tcp_nodelay(true);
  // What was built anew is to be seen at once.
  server.set_default_headers({{"Cache-Control", "no-cache"}});
  if (port == 0)
    port = server.bind_to_any_port(here);
  else if (!server.bind_to_port(here, port))
    port = -1;
  if (port <= 0) return false;
  std::atomic<bool> ended{false};
  std::thread watch([&] {
    while (!ended && !stage::interrupted())
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
  });
  ready(fmt::format("http://{}:{}/", here, port));
  server.listen_after_bind();
  ended = true;
  watch.join();
  return true;
}

}  // namespace web
