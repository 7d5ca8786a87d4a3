// Whatever a client asks for, it gets a file of the site, a part of one, or a refusal: nothing from
// behind the file, nothing from outside the site, and nothing for requests that name another host.
// The first lines are method, path, Host, Origin and Range.

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "course/web/answer.h"

namespace web {
namespace {

constexpr int port = 8000;
const std::string page = "<p>0123456789</p>";

void require(bool holds) {
  if (!holds) std::abort();
}

const Files& site() {
  static const Files files = [] {
    std::string folder = std::filesystem::temp_directory_path() / "horloge-XXXXXX";
    require(::mkdtemp(folder.data()) != nullptr);
    std::ofstream(folder + "/index.html") << page;
    static const std::string made = folder;
    std::atexit([] { std::filesystem::remove_all(made); });
    return files_of(folder);
  }();
  return files;
}

std::string take_line(std::string& text) {
  const std::size_t end = text.find('\n');
  const std::string line = text.substr(0, end);
  text.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

bool is_own(const std::string& host) {
  return host == "localhost:8000" || host == "127.0.0.1:8000" || host == "[::1]:8000";
}

// "bytes FIRST-LAST/SIZE" names the bytes that were sent.
void require_part(const Answer& answer) {
  const std::string said = answer.headers.at("Content-Range");
  std::size_t first = 0, last = 0;
  const char* at = said.data() + std::string("bytes ").size();
  const char* const end = said.data() + said.size();
  at = std::from_chars(at, end, first).ptr;
  at = std::from_chars(at + 1, end, last).ptr;
  require(std::string(at, end) == "/" + std::to_string(page.size()));
  require(first <= last && last < page.size());
  require(answer.body == page.substr(first, last - first + 1));
}

void ask(const Request& request) {
  const Answer given = answer(request, port, site());
  const bool from_here =
      is_own(request.host) && (request.origin.empty() || (request.origin.rfind("http://", 0) == 0 &&
                                                          is_own(request.origin.substr(7))));
  require(from_here == (given.status != 421));
  require(given.headers.count("Content-Security-Policy") == 1);
  switch (given.status) {
    case 200:
      return require(given.body == page);
    case 206:
      return require_part(given);
    case 404:
      return require(request.path != "/" && request.path != "/index.html");
    case 405:
      return require(request.method != "GET" && request.method != "HEAD");
    case 416:
      return require(!request.range.empty());
    default:
      return require(given.status == 421);
  }
}

}  // namespace
}  // namespace web

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  web::Request request;
  request.method = web::take_line(text);
  request.path = web::take_line(text);
  request.host = web::take_line(text);
  request.origin = web::take_line(text);
  request.range = web::take_line(text);
  web::ask(request);
  return 0;
}
