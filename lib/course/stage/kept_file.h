#pragma once

#include <filesystem>
#include <string>

namespace stage {

/// Where a step keeps what it needs the next time, such as a checkpoint of its
/// training run: a file of this name in the learner's folder. Empty where
/// nothing is kept, as in a lesson that is played without `./learn`, and where
/// the folder cannot be made.
std::filesystem::path kept_file(const std::string& name);

/// Says where; the folder is made when a file is asked for.
void keep_files_in(const std::filesystem::path& folder);

}  // namespace stage
