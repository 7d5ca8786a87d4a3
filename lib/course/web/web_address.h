#pragma once

#include <string>
#include <vector>

#include "course/web/page_frame.h"

namespace web {

/// What a host shows for an address that is none, 404.html. Its links begin at
/// the host's root if `url` says where the site is.
PageText missing_page(const Maker& maker, const std::string& url);

/// Where a mistake is reported, with {place} in it: if it has none, as the
/// subject of a mail, or as the title that trackers take from an address.
std::string report_address(std::string address);

/// The same with a place instead of its mark, as addresses have a text.
std::string with_place(std::string address, const std::string& place);

/// The addresses of all pages, for search engines: sitemap.xml.
std::string sitemap(const std::string& url,
                    const std::vector<std::string>& files);

}  // namespace web
