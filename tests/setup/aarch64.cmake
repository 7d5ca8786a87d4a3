# A build for ARM's 64-bit processors on another machine, whose programs qemu runs there:
#   cmake --preset release -B build/aarch64 -D HORLOGE_NATIVE=OFF \
#     -D CMAKE_TOOLCHAIN_FILE=tests/setup/aarch64.cmake -D CMAKE_SYSROOT=FOLDER
# FOLDER is a Debian for arm64 with the packages of lib/setup/packages.txt, whose links are relative (by `symlinks
# -cr`); tests/setup/on makes one. It needs g++-aarch64-linux-gnu and qemu-user-static.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
