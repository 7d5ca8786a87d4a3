#include "course/web/web_address.h"

#include <fmt/format.h>

namespace web {

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
