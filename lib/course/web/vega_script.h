#pragma once

#include <string>

namespace web {

/// Vega as one script that sets `window.vega`: the parts that figures are drawn
/// with, as Debian's package libjs-vega has them. FileError, with the command
/// that helps, where it is not installed.
std::string vega_script();

}  // namespace web
