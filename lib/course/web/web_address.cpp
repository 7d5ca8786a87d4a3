#include "course/web/web_address.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "course/content/lines.h"

namespace web {
namespace {

constexpr const char* place_mark = "{place}";

}  // namespace

PageText missing_page(const Maker& maker, const std::string& url) {
  const Words& words = maker.words();
  PageText page;
  page.file = "404.html";
  const std::size_t host = url.find("://");
  if (host != std::string::npos) {
    const std::size_t path = url.find('/', host + 3);
    page.root = path == std::string::npos ? "/" : url.substr(path) + "/";
  }
  page.title = words("book.missing");
  page.kind = "missing";
  const std::string map = page.root + "index.html";
  page.main =
      one_column(page.title, "", "",
                 "<p>" + words("book.missing_text", {{"map", map}}) + "</p>\n");
  return page;
}

std::string report_address(std::string address) {
  if (address.find(place_mark) != std::string::npos) return address;
  address += address.find('?') == std::string::npos ? '?' : '&';
  address += content::begins_with(address, "mailto:") ? "subject=" : "title=";
  return address + place_mark;
}

std::string with_place(std::string address, const std::string& place) {
  std::string letters;
  for (const char c : place)
    letters += std::isalnum(static_cast<unsigned char>(c)) != 0
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  const std::string_view mark = place_mark;
  for (std::size_t at = address.find(mark); at != std::string::npos;
       at = address.find(mark, at + letters.size()))
    address.replace(at, mark.size(), letters);
  return address;
}

std::string sitemap(const std::string& url,
                    const std::vector<std::string>& files) {
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (const std::string& file : files)
    xml += fmt::format("<url><loc>{}</loc></url>\n", address_of(url, file));
  return xml + "</urlset>\n";
}

}  // namespace web
