// How wide a character is on a terminal: a page has none, and never asks.

#include <utf8proc.h>

extern "C" int utf8proc_charwidth(utf8proc_int32_t) { return 1; }
