#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace horloge::golden {

/// Name of the file that says which safetensors files around it the reference reader accepts, and
/// what it read.
inline constexpr const char* verdicts_file = "verdicts.json";

/// One line of it.
struct Verdict {
  std::filesystem::path file;
  bool accepted = false;
  /// What an accepted file holds: `NAME\tDTYPE\t[SHAPE]\tBYTES\tHASH` for each tensor, in order of
  /// names. HASH is FNV-1a over the bytes, 64 bits.
  std::vector<std::string> tensors;
};

/// FileError if the file is none of the kind.
std::vector<Verdict> read_verdicts(const std::filesystem::path& path);

/// Reads the file and says where the verdict of this library's reader differs; nothing if it does
/// not.
std::vector<std::string> check_verdict(const Verdict& verdict);

}  // namespace horloge::golden
