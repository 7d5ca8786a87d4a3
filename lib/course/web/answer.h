#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace web {

/// The files of a site by their addresses, "/page/horloge.js"; "/" is the first
/// page.
using Files = std::map<std::string, std::filesystem::path>;

Files files_of(const std::filesystem::path& folder);

/// What an answer depends on. A header that was not sent is empty; one that was
/// sent twice has both values with a comma between them.
struct Request {
  std::string method;  ///< "GET"
  std::string path;    ///< "/index.html", decoded
  std::string host{};
  std::string origin{};
  std::string range{};
  std::string encodings{};  ///< Accept-Encoding: what the reader can unpack
};

struct Answer {
  int status = 200;
  std::map<std::string, std::string> headers;
  std::string body;
};

/// The answer of the server at `port` of this computer (RFC 9110):
///  - 421 if Host, or Origin where there is one, does not name this computer:
///    then the request was made by a page from elsewhere;
///  - 405 for other methods than GET and HEAD, 404 for other addresses than
///    those of `files`;
///  - 206 for one range inside the file, 416 for one that begins behind its end
///    and for several; what is no range of bytes is passed over;
///  - 200 with the whole file, packed if it is a text and `encodings` has gzip.
Answer answer(const Request& request, int port, const Files& files);

}  // namespace web
