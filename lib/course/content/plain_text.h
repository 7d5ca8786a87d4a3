#pragma once

#include <string>
#include <string_view>

namespace content {

/// The words of a Markdown text in one line, to be searched and quoted: without
/// marks, formulas, addresses of links, and lines that name code.
std::string plain_text(std::string_view markdown);

/// The terms that it explains: what is bold in it, and several words in
/// italics.
std::string terms_in(std::string_view markdown);

}  // namespace content
