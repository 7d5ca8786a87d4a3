#pragma once

#include <string>

namespace horloge {

/// Takes the whole characters off the front of some bytes and leaves the beginning of one that is
/// still to come. Bytes that no character begins with become U+FFFD, one for each longest part that
/// could have begun one (Unicode 15, section 3.9, "U+FFFD substitution of maximal subparts").
std::string take_whole_characters(std::string& bytes);

}  // namespace horloge
