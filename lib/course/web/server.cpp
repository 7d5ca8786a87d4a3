#include "course/web/server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "course/stage/long_work.h"
#include "course/web/answer.h"
#include "course/web/open_connections.h"

namespace fs = std::filesystem;

namespace web {

struct ServerState {
  Files files;
  OpenConnections connections;
  MHD_Daemon* daemon = nullptr;
  std::atomic<int> port{0};
  std::atomic<bool> ended{false};
  std::thread watch;
};

namespace {

using namespace std::chrono_literals;

// The header of a request must be whole in this time, and a reader of the
// answer may pause as long.
constexpr auto patience = 5s;

int socket_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
      ->connect_fd;
}

std::string header(MHD_Connection* connection, std::string_view name) {
  struct Found {
    std::string_view name;
    std::string value;
  } found{name, {}};
  const auto look = [](void* to, MHD_ValueKind, const char* key,
                       const char* value) {
    Found& found = *static_cast<Found*>(to);
    const std::string_view header = key;
    const bool same = std::equal(
        header.begin(), header.end(), found.name.begin(), found.name.end(),
        [](char a, char b) { return (a | 0x20) == (b | 0x20); });
    if (same && value != nullptr) {
      if (!found.value.empty()) found.value += ',';
      found.value += value;
    }
    return MHD_YES;
  };
  MHD_get_connection_values(connection, MHD_HEADER_KIND, look, &found);
  return found.value;
}

MHD_Result send(MHD_Connection* connection, const Answer& answer) {
  MHD_Response* const response = MHD_create_response_from_buffer(
      answer.body.size(), const_cast<char*>(answer.body.data()),
      MHD_RESPMEM_MUST_COPY);
  if (response == nullptr) return MHD_NO;
  for (const auto& [name, value] : answer.headers)
    MHD_add_response_header(response, name.c_str(), value.c_str());
  const MHD_Result sent = MHD_queue_response(
      connection, static_cast<unsigned int>(answer.status), response);
  MHD_destroy_response(response);
  return sent;
}

bool has_body(MHD_Connection* connection) {
  return !header(connection, "Content-Length").empty() ||
         !header(connection, "Transfer-Encoding").empty();
}

// Called when the header of a request is whole, and again when its body is. An
// answer to the first call ends the connection without reading a body: right
// for a POST, while the next page comes faster on the connection that is there.
MHD_Result on_request(void* of, MHD_Connection* connection, const char* path,
                      const char* method, const char*, const char*,
                      std::size_t*, void** called) {
  auto& state = *static_cast<ServerState*>(of);
  state.connections.is_served(socket_of(connection));
  try {
    if (*called == nullptr && !has_body(connection)) {
      *called = of;
      return MHD_YES;
    }
    const Request request{method,
                          path,
                          header(connection, "Host"),
                          header(connection, "Origin"),
                          header(connection, "Range"),
                          header(connection, "Accept-Encoding")};
    return send(connection, answer(request, state.port, state.files));
  } catch (const std::exception&) {  // no memory for the file
    return MHD_NO;
  }
}

void on_connection(void* of, MHD_Connection* connection, void**,
                   MHD_ConnectionNotificationCode code) {
  auto& state = *static_cast<ServerState*>(of);
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    state.connections.waits(socket_of(connection));
  else
    state.connections.is_served(socket_of(connection));
}

// The connection stays for the next request.
void on_answered(void* of, MHD_Connection* connection, void**,
                 MHD_RequestTerminationCode code) {
  auto& state = *static_cast<ServerState*>(of);
  if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
    state.connections.waits(socket_of(connection));
}

// As many as the process may open files, less some for the files themselves.
unsigned int most_connections() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  return static_cast<unsigned int>(
      std::clamp<rlim_t>(files.rlim_cur, 128, 4096) - 64);
}

MHD_Daemon* start(ServerState& state, int port) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(static_cast<std::uint16_t>(port));
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // A port that another server has is refused; one that was just closed is not.
  return MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD, 0, nullptr, nullptr, on_request, &state,
      MHD_OPTION_SOCK_ADDR, &here, MHD_OPTION_NOTIFY_CONNECTION, on_connection,
      &state, MHD_OPTION_NOTIFY_COMPLETED, on_answered, &state,
      MHD_OPTION_CONNECTION_TIMEOUT, static_cast<unsigned int>(patience / 1s),
      MHD_OPTION_CONNECTION_LIMIT, most_connections(), MHD_OPTION_END);
}

}  // namespace

Server::Server(const fs::path& folder, int port)
    : state_(std::make_unique<ServerState>()) {
  state_->files = files_of(folder);
  state_->port = port;
  state_->daemon = start(*state_, port);
  if (state_->daemon == nullptr)
    throw std::runtime_error(
        port == 0 ? "[learn web] no port of 127.0.0.1 is free"
                  : fmt::format("[learn web] port {} is taken; without --port "
                                "any free one is used",
                                port));
  state_->port =
      MHD_get_daemon_info(state_->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  state_->watch = std::thread([&state = *state_] {
    while (!state.ended) {
      std::this_thread::sleep_for(50ms);
      state.connections.end_those_waiting(patience);
    }
  });
}

Server::~Server() {
  state_->ended = true;
  state_->watch.join();
  MHD_stop_daemon(state_->daemon);
}

int Server::port() const { return state_->port; }

void serve(const fs::path& folder, int port,
           const std::function<void(const std::string&)>& ready) {
  const Server server(folder, port);
  ready(fmt::format("http://127.0.0.1:{}/", server.port()));
  while (!stage::interrupted()) std::this_thread::sleep_for(50ms);
}

}  // namespace web
