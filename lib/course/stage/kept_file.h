#pragma once

#include <filesystem>
#include <string>

namespace stage {

/// Where a step keeps what is to be there the next time, such as a training
/// that goes on: a file of this name in the learner's folder. Empty where
/// nothing is kept, as in a lesson that is played without `./learn`, and where
/// the folder cannot be made.
std::filesystem::path kept_file(const std::string& name);

/// Says where; the folder is made when a file is asked for.
void keep_files_in(const std::filesystem::path& folder);

}  // namespace stage
