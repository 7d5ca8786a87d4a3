#pragma once

#include <array>

namespace platform {

/// Opens a pipe, its reading end first, that ends where another program begins.
/// False, with errno, if there can be none. Elsewhere than on Linux a program
/// that another thread starts in that moment may get hold of both ends.
bool open_pipe(std::array<int, 2>& ends);

}  // namespace platform
