#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace horloge {

/// A text that comes from elsewhere, such as a file, the network or another program, as a screen
/// may show it: a line break becomes \n, the escape character \x1b, a mark that turns the direction
/// of writing \u202e, and a byte that is not UTF-8 \xff. All that is visible stays as it is, so
/// nothing changes if it is done twice.
std::string escape_controls(std::string_view text);

/// The same as a part of a message: of a longer text the first `most` characters, and its length:
/// `aaaa… (5000000 bytes)`. Takes no longer for a text of any length.
std::string excerpt(std::string_view text, std::size_t most = 100);

}  // namespace horloge
