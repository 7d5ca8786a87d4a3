#pragma once

namespace platform {

/// What the system can refuse a program.
struct Confinement {
  bool files = false;      ///< writes, new files and deletions
  bool processes = false;  ///< signals to others, their memory, connections
};

/// From now on this process and what it starts write, make and delete no file
/// but /dev/null, send signals to themselves alone, look into no other process,
/// and connect to nothing. What is open already stays so. Answers with what the
/// system refuses from now on, with "permission denied". To be called
/// while there is one thread. Elsewhere than on Linux nothing is refused;
/// there, the kernel needs Landlock (5.13) for files and seccomp for the rest.
Confinement confine();

/// What confine() would answer.
Confinement confinement_here();

}  // namespace platform
