#include "course/platform/confine.h"

namespace platform {

Confinement confine() { return {}; }

Confinement confinement_here() { return {}; }

}  // namespace platform
