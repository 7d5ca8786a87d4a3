#pragma once

#include <string>

namespace exercise {

/// Opens an answer that was compiled to a shared library: a pointer to its
/// `Answer`. std::runtime_error if that is not possible.
const void* open_answer(const std::string& path);

/// The same answer once more, as if nothing had been called yet: what it holds
/// in static variables is its own. nullptr if there is no such copy, as with
/// sanitizers, which do not take two of the same.
const void* open_fresh_copy();

}  // namespace exercise
