#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace platform {

/// How much memory programs can still take: what the machine has free, or less
/// where a container has a limit of its own (control groups, version 1 and 2).
/// Nothing where the system does not say. `root` is the system's, or a test's.
/// Elsewhere than on Linux: always nothing.
std::optional<std::size_t> free_megabytes(
    const std::filesystem::path& root = "/");

}  // namespace platform
