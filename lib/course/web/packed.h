#pragma once

#include <string>
#include <string_view>

namespace web {

/// A text in the format of gzip, a third of its size; the same text gives the
/// same bytes. std::bad_alloc if there is no memory for it.
std::string packed(std::string_view text);

/// The same in letters (base64), for scripts: pages that are opened as files
/// may read nothing else.
std::string packed_letters(std::string_view text);

}  // namespace web
