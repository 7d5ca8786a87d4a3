#include "horloge/view/terminal.h"

namespace horloge {

std::string draw(const Figure&, const Canvas&) { return "(figure)\n"; }

}  // namespace horloge
