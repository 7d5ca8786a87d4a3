#pragma once

#include <cstddef>
#include <string>

namespace stage {

/// What a lesson prints, made to fit into a window that is narrower than it. A
/// table whose columns are separated throughout continues below itself, with
/// its first column repeated; other lines go on in the next one, set in.
std::string fit_printed(const std::string& text, std::size_t columns);

/// Code, whose long lines go on in the next one, further in than they began.
std::string fit_code(const std::string& code, std::size_t columns);

}  // namespace stage
