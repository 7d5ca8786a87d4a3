#pragma once

#include <string>

namespace web {

/// CodeMirror and its mode for C++, of the system, as one script.
/// horloge::FileError where it is not installed.
std::string editor_script();

}  // namespace web
