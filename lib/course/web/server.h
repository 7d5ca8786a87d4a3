#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace web {

/// Serves the files of a folder on 127.0.0.1 until the program is interrupted.
/// `port` 0 is any that is free. `ready` is told the address. Returns false if
/// the port is taken.
bool serve(const std::filesystem::path& folder, int port,
           const std::function<void(const std::string&)>& ready);

}  // namespace web
