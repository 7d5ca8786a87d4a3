#pragma once

namespace exercise {

/// From now on it is reported, as one JSON object on a line, when the stack is
/// full or something is thrown where nothing may be: then the program ends
/// without coming to its own report.
void report_emergencies(int descriptor);

/// From now on what an answer does harms no file and no other program, where
/// the system can refuse it.
void confine_answer();

}  // namespace exercise
