#pragma once

#include <string>

namespace platform {

/// Opens a copy of a shared library's file, which the loader takes for another
/// library: what it holds in static variables is its own. nullptr if there can
/// be none. Elsewhere than on Linux the copy stands in the folder for temporary
/// files until it is open, and there is none where nothing may be run from
/// there.
void* open_copy_of(const std::string& path);

}  // namespace platform
