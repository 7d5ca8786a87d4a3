#pragma once

#include <string>
#include <vector>

#include "course/web/page_frame.h"

namespace web {

/// What a host shows for an address that is none, 404.html. Its links begin at
/// the host's root if `url` says where the site is.
PageText missing_page(const Maker& maker, const std::string& url);

/// The addresses of all pages, for search engines: sitemap.xml.
std::string sitemap(const std::string& url,
                    const std::vector<std::string>& files);

}  // namespace web
