# Warnings and code generation for everything built here; nothing of it reaches those who link.

add_library(horloge_flags INTERFACE)
target_compile_options(horloge_flags INTERFACE
  -Wall -Wextra -Wpedantic
  $<$<BOOL:${HORLOGE_WERROR}>:-Werror>
  # errno and trapping would keep exp, sqrt and comparisons out of vector registers; NaN and infinity
  # stay exact, as they would not under -ffast-math.
  -fno-math-errno -fno-trapping-math
  -fopenmp-simd
  $<$<BOOL:${HORLOGE_NATIVE}>:-march=native>)
