#pragma once

// What has to be the same in all processes of a run.

#include <string>
#include <utility>
#include <vector>

#include "horloge/train/group.h"

namespace horloge {

/// Names and values: `steps`, `2000`.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Compares them over all processes; the names are the same everywhere. ValueError unless all
/// agree, with the first fact that differs and the process that has another value than most:
/// `[train] steps is 50 in process 2, and 40 in process 0: start them alike`. Process 0 is the
/// first to throw, so that it is heard once.
void need_agreement(const Group& group, const Facts& facts);

/// The program that runs here, in which the library is: its name, and a checksum of its file. Empty
/// where the system does not say.
std::string this_program();

}  // namespace horloge
