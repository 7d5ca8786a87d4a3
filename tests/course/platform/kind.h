#pragma once

/// Which of the two kinds of the room a program of these tests has: linux/, or posix/ for all other
/// systems.
constexpr bool is_linux = PLATFORM_IS_LINUX;
