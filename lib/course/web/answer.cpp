#include "course/web/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "course/web/packed.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace web {
namespace {

// A page may run what the site has, and nothing else. The compiler of exercises
// compiles answers; figures set styles.
constexpr const char* policy =
    "default-src 'self'; script-src 'self' blob: 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const char* type_of(const fs::path& file) {
  static const std::map<std::string_view, const char*> types{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".webmanifest", "application/manifest+json"},
      {".woff2", "font/woff2"}};
  const std::string extension = file.extension();
  const auto found = types.find(extension);
  return found == types.end() ? "application/octet-stream" : found->second;
}

bool is_text(std::string_view type) {
  return type.substr(0, 5) == "text/" || type == "application/json" ||
         type == "image/svg+xml";
}

// "br, gzip;q=0.5" does, "gzip;q=0" does not.
bool takes_gzip(std::string_view encodings) {
  constexpr std::string_view name = "gzip";
  const std::size_t at = encodings.find(name);
  if (at == std::string_view::npos) return false;
  std::string weight;
  for (const char c : encodings.substr(at + name.size()))
    if (c == ',')
      break;
    else if (c != ' ')
      weight += c;
  return weight.empty() || weight.find_first_of("123456789") != weight.npos;
}

// Whether "localhost:8000" is this computer at that port, which HTTP's own may
// leave out.
bool is_own(std::string_view host, int port) {
  for (const char* name : {"localhost", "127.0.0.1", "[::1]"})
    if (host == fmt::format("{}:{}", name, port) ||
        (port == 80 && host == name))
      return true;
  return false;
}

bool is_from_here(const Request& request, int port) {
  if (!is_own(request.host, port)) return false;
  constexpr std::string_view scheme = "http://";
  const std::string_view origin = request.origin;
  return origin.empty() || (origin.substr(0, scheme.size()) == scheme &&
                            is_own(origin.substr(scheme.size()), port));
}

Answer refused(int status, const char* why) {
  Answer answer{status, {{"Content-Type", "text/html; charset=utf-8"}}, {}};
  answer.body = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">"
      "<title>{0}</title>\n<p>{0}</p>\n"
      "<p><a href=\"/\">The course begins here.</a></p>\n",
      why);
  return answer;
}

struct Range {
  std::uint64_t first;
  std::uint64_t last;  // inclusive, may lie behind the end
};

// All of the letters are digits; empty for none, and for a number too large.
std::optional<std::uint64_t> number(std::string_view digits) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || stop != end || error != std::errc()) return {};
  return value;
}

// "bytes=2-5", "bytes=2-", and "bytes=-5", which is the last five; empty for
// what is none of these.
std::optional<Range> range_of(std::string_view text, std::uint64_t size) {
  constexpr std::string_view unit = "bytes=";
  if (text.substr(0, unit.size()) != unit) return {};
  text.remove_prefix(unit.size());
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return {};
  const std::string_view from = text.substr(0, dash);
  const std::string_view to = text.substr(dash + 1);
  const auto first = number(from);
  const auto last = number(to);
  if (from.empty() && last)
    return Range{*last == 0 ? size : size - std::min(*last, size), size};
  if (!first || (!last && !to.empty())) return {};
  const Range range{*first, last.value_or(UINT64_MAX)};
  if (range.last < range.first) return {};
  return range;
}

// Of a file's bytes those that are asked for.
Answer part_of(std::string_view bytes, const std::string& asked) {
  const bool several = asked.find(',') != std::string::npos;
  const auto range = range_of(asked, bytes.size());
  if (!several && !range) return {200, {}, std::string(bytes)};
  if (several || range->first >= bytes.size()) {
    Answer answer = refused(416, "The page has no such range.");
    answer.headers["Content-Range"] = fmt::format("bytes */{}", bytes.size());
    return answer;
  }
  const std::uint64_t last =
      std::min<std::uint64_t>(range->last, bytes.size() - 1);
  const std::string_view part =
      bytes.substr(range->first, last - range->first + 1);
  return {206,
          {{"Content-Range",
            fmt::format("bytes {}-{}/{}", range->first, last, bytes.size())}},
          std::string(part)};
}

Answer answer_from_here(const Request& request, const Files& files) {
  if (request.method != "GET" && request.method != "HEAD") {
    Answer answer = refused(405, "Pages can only be read.");
    answer.headers["Allow"] = "GET, HEAD";
    return answer;
  }
  const auto file = files.find(request.path);
  if (file == files.end()) return refused(404, "There is no such page.");
  try {
    const horloge::Bytes bytes = horloge::map_file(file->second, "learn web");
    const std::string_view type = type_of(file->second);
    Answer answer = part_of(bytes.view, request.range);
    answer.headers.emplace("Content-Type", type);
    if (is_text(type)) {
      answer.headers["Vary"] = "Accept-Encoding";
      if (answer.status == 200 && takes_gzip(request.encodings)) {
        answer.body = packed(answer.body);
        answer.headers["Content-Encoding"] = "gzip";
      }
    }
    answer.headers["Accept-Ranges"] = "bytes";
    return answer;
  } catch (const horloge::FileError&) {  // removed meanwhile
    return refused(404, "There is no such page any more.");
  }
}

}  // namespace

Files files_of(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files["/" + entry.path().lexically_relative(folder).generic_string()] =
          entry.path();
  files["/"] = folder / "index.html";
  return files;
}

Answer answer(const Request& request, int port, const Files& files) {
  Answer answer =
      is_from_here(request, port)
          ? answer_from_here(request, files)
          : refused(421, "This server answers pages of this computer only.");
  // A page that was built anew must be seen at once.
  answer.headers["Cache-Control"] = "no-cache";
  answer.headers["Content-Security-Policy"] = policy;
  answer.headers["X-Content-Type-Options"] = "nosniff";
  return answer;
}

}  // namespace web
