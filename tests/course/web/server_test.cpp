// The server as programs reach it that are no browsers: byte by byte.

#include "course/web/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <list>
#include <string>

#include "support/error_of.h"
#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace web {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(port));
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&there), sizeof there) != 0)
      ADD_FAILURE() << "cannot connect";
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool send(const std::string& text) {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  // All that comes until the server ends the connection.
  std::string rest() {
    std::string all;
    char part[4096];
    for (ssize_t got; (got = recv(socket_, part, sizeof part, 0)) > 0;)
      all.append(part, static_cast<std::size_t>(got));
    return all;
  }

 private:
  int socket_;
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    std::ofstream(folder / "index.html") << std::string(15734, 'x');
    server = std::make_unique<Server>(folder.path(), 0);
  }

  std::string request(const std::string& line, const std::string& headers = "") const {
    return line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server->port()) + "\r\n" +
           headers + "Connection: close\r\n\r\n";
  }

  std::string answer(const std::string& request) const {
    Client client(server->port());
    client.send(request);
    return client.rest();
  }

  horloge::test::TemporaryFolder folder;
  std::unique_ptr<Server> server;
};

std::string body(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

TEST_F(ServerTest, NothingBehindTheFileIsSent) {
  const std::string end = answer(request("GET /index.html", "Range: bytes=15700-400000\r\n"));
  EXPECT_THAT(end, StartsWith("HTTP/1.1 206"));
  EXPECT_EQ(body(end), std::string(34, 'x'));
  const std::string behind = answer(request("GET /index.html", "Range: bytes=15734-400000\r\n"));
  EXPECT_THAT(behind, StartsWith("HTTP/1.1 416"));
  EXPECT_LT(behind.size(), 2000u);
  const std::string twice =
      answer(request("GET /index.html", "Range: bytes=0-1\r\nrange: bytes=2-3\r\n"));
  EXPECT_THAT(twice, StartsWith("HTTP/1.1 416"));
}

TEST_F(ServerTest, RequestsForOtherHostsAreRefused) {
  EXPECT_THAT(answer("GET / HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 421"));
  EXPECT_THAT(answer("GET / HTTP/1.0\r\n\r\n"), HasSubstr(" 421 "));
  EXPECT_THAT(answer(request("GET /", "Origin: http://evil.example\r\n")),
              StartsWith("HTTP/1.1 421"));
}

TEST_F(ServerTest, PathsAreDecodedOnceAndStayInTheFolder) {
  EXPECT_THAT(answer(request("GET /%69ndex.html")), StartsWith("HTTP/1.1 200"));
  for (const char* path : {"/../server_test", "/%2e%2e/index.html", "/%252e%252e/x",
                           "/..%2findex.html", "//etc/passwd"})
    EXPECT_THAT(answer(request(std::string("GET ") + path)), Not(HasSubstr(" 200 "))) << path;
}

TEST_F(ServerTest, HeadHasNoBody) {
  const std::string head = answer(request("HEAD /"));
  EXPECT_THAT(head, HasSubstr("Content-Length: 15734"));
  EXPECT_EQ(body(head), "");
}

TEST_F(ServerTest, APostIsRefusedBeforeItsBody) {
  for (const char* headers :
       {"", "Content-Length: 99000000000\r\n", "Transfer-Encoding: chunked\r\n"}) {
    const auto begin = Clock::now();
    Client client(server->port());
    client.send(request("POST /", headers));
    EXPECT_THAT(client.rest(), StartsWith("HTTP/1.1 405")) << headers;
    EXPECT_LT(Clock::now() - begin, 2s) << headers;
  }
}

TEST_F(ServerTest, BytesThatAreNoHttpDoNoHarm) {
  std::list<Client> clients;
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8), std::string(100000, 'A'),
        std::string("GET\r\n\r\n"), std::string("\0\0\0\r\n\r\n", 7)})
    clients.emplace_back(server->port()).send(bytes);
  EXPECT_THAT(answer(request("GET /")), StartsWith("HTTP/1.1 200"));
  for (Client& client : clients) EXPECT_THAT(client.rest(), Not(HasSubstr(" 200 ")));
}

TEST_F(ServerTest, FiveHundredSlowClientsDoNotDelayAPage) {
  std::list<Client> slow;
  for (int i = 0; i < 500; ++i) slow.emplace_back(server->port()).send("GET / HTTP/1.1\r\nX: ");
  const auto begin = Clock::now();
  EXPECT_THAT(answer(request("GET /")), StartsWith("HTTP/1.1 200"));
  EXPECT_LT(Clock::now() - begin, 1s);
}

TEST_F(ServerTest, AHeaderMustBeWholeInFiveSeconds) {
  const auto begin = Clock::now();
  Client client(server->port());
  client.send("GET / HTTP/1.1\r\nX: ");
  while (client.send("a") && Clock::now() - begin < 20s) usleep(200'000);
  EXPECT_GT(Clock::now() - begin, 4s);
  EXPECT_LT(Clock::now() - begin, 8s);
}

TEST_F(ServerTest, AConnectionServesOneRequestAfterTheOther) {
  Client client(server->port());
  const std::string host = "Host: localhost:" + std::to_string(server->port()) + "\r\n";
  client.send("HEAD / HTTP/1.1\r\n" + host + "\r\nHEAD / HTTP/1.1\r\n" + host +
              "Connection: close\r\n\r\n");
  const std::string both = client.rest();
  EXPECT_NE(both.find("200 OK"), both.rfind("200 OK")) << both;
}

TEST_F(ServerTest, APortThatIsTakenIsNamed) {
  EXPECT_EQ(
      horloge::test::error_of<std::runtime_error>([&] { Server(folder.path(), server->port()); }),
      "[learn web] port " + std::to_string(server->port()) +
          " is taken; without --port any free one is used");
}

}  // namespace
}  // namespace web
