#include "course/web/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <thread>

#include "course/runner/course.h"
#include "course/stage/long_work.h"

namespace fs = std::filesystem;

namespace web {
namespace {

using Files = std::map<std::string, fs::path>;

// The files of a folder by their addresses, "/page/horloge.js"; "/" is the
// first page.
Files files_of(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files["/" + entry.path().lexically_relative(folder).generic_string()] =
          entry.path();
  files["/"] = folder / "index.html";
  return files;
}

const char* type_of(const fs::path& file) {
  static const std::map<std::string_view, const char*> types{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".wasm", "application/wasm"},
      {".woff2", "font/woff2"}};
  const std::string extension = file.extension();
  const auto found = types.find(extension);
  return found == types.end() ? "application/octet-stream" : found->second;
}

// What is sent piece by piece is not compressed, as whole bodies are: on one
// computer that would only cost time, a second for a long page.
void send(const fs::path& file, httplib::Response& response) {
  const auto text = std::make_shared<std::string>(runner::read_text(file));
  if (text->empty()) return response.set_content("", type_of(file));
  response.set_content_provider(
      text->size(), type_of(file),
      [text](std::size_t offset, std::size_t size, httplib::DataSink& sink) {
        return sink.write(text->data() + offset, size);
      });
}

}  // namespace

bool serve(const fs::path& folder, int port,
           const std::function<void(const std::string&)>& ready) {
  constexpr const char* here = "127.0.0.1";
  httplib::Server server;
  server.Get(".*", [files = files_of(folder)](const httplib::Request& request,
                                              httplib::Response& response) {
    const auto file = files.find(request.path);
    if (file == files.end())
      response.status = 404;
    else
      send(file->second, response);
  });
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
