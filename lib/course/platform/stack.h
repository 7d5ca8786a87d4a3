#pragma once

namespace platform {

/// Where the stack of the first thread, which is to call this, ends: no address
/// of it is lower. nullptr if that is not known. Elsewhere than on Linux it is
/// right to what stands above main(), the environment for one, and not known
/// where the stack has no limit.
const char* end_of_stack();

}  // namespace platform
