#pragma once

namespace exercise {

/// From now on it is reported, as one JSON object on a line, when the stack is
/// full or something is thrown where nothing may be: then the program ends
/// without coming to its own report.
void report_emergencies(int descriptor);

}  // namespace exercise
