#pragma once

// OpenMP where there is one thread: what the library asks it for.

inline int omp_get_max_threads() { return 1; }
inline int omp_in_parallel() { return 0; }
