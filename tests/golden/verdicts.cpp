#include "golden/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "horloge/core/error.h"
#include "horloge/io/safetensors.h"

namespace horloge::golden {
namespace {

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

std::string describe(const std::string& name, const StoredTensor& tensor) {
  std::string shape;
  for (const std::size_t size : tensor.shape())
    shape += fmt::format("{}{}", shape.empty() ? "" : ", ", size);
  return fmt::format("{}\t{}\t[{}]\t{}\t{:016x}", name, name_of(tensor.dtype()), shape,
                     tensor.bytes().size(), fnv1a(tensor.bytes()));
}

// Tabs are for machines.
std::string shown(std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

void compare(const std::vector<std::string>& got, const std::vector<std::string>& want,
             std::vector<std::string>& failures) {
  for (const std::string& line : want)
    if (std::find(got.begin(), got.end(), line) == got.end())
      failures.push_back(fmt::format("want tensor {}, got no such one", shown(line)));
  for (const std::string& line : got)
    if (std::find(want.begin(), want.end(), line) == want.end())
      failures.push_back(fmt::format("got tensor {}, want no such one", shown(line)));
}

}  // namespace

std::vector<Verdict> read_verdicts(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw FileError(fmt::format("[golden] cannot read {}", path.string()));
  std::vector<Verdict> verdicts;
  try {
    for (const auto& entry : nlohmann::json::parse(in)) {
      Verdict verdict{path.parent_path() / entry.at("file").get<std::string>(),
                      entry.at("accepted").get<bool>(),
                      {}};
      if (verdict.accepted) verdict.tensors = entry.at("detail").get<std::vector<std::string>>();
      verdicts.push_back(std::move(verdict));
    }
  } catch (const nlohmann::json::exception& e) {
    throw FileError(
        fmt::format("[golden] {}: not a list of verdicts: {}", path.string(), e.what()));
  }
  return verdicts;
}

std::vector<std::string> check_verdict(const Verdict& verdict) {
  if (!std::filesystem::exists(verdict.file))
    return {"the verdicts name it, but there is no such file"};
  std::vector<std::string> failures;
  try {
    const SafetensorsFile file = read_safetensors(verdict.file);
    if (!verdict.accepted) return {"accepted here, refused by the reference reader"};
    std::vector<std::string> tensors;
    for (const auto& [name, tensor] : file.tensors) tensors.push_back(describe(name, tensor));
    compare(tensors, verdict.tensors, failures);
  } catch (const FileError& e) {
    if (verdict.accepted)
      failures.push_back(
          fmt::format("accepted by the reference reader, refused here: {}", e.what()));
  }
  return failures;
}

}  // namespace horloge::golden
