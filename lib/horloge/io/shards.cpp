#include "horloge/io/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/io/safetensors_json.h"
#include "horloge/io/tensor_checksums.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;

// Judged by the name alone: a symbolic link may lead elsewhere, as in download caches.
bool stays_inside(const fs::path& shard) {
  return shard.native().find('\0') == std::string::npos && shard.has_filename() &&
         shard.is_relative() && std::find(shard.begin(), shard.end(), "..") == shard.end();
}

// How likely it is that a pickle of this name holds weights: 0 for those of Hugging Face's library,
// 1 for Meta's, 2 for others; none for what else a run of training leaves in a folder.
std::optional<int> rank_of_pickle(const std::string& name) {
  const auto begins = [&](const char* text) { return name.rfind(text, 0) == 0; };
  const std::string end = fs::path(name).extension();
  if (end != ".bin" && end != ".pt" && end != ".pth") return {};
  for (const char* other : {"training_args", "optimizer", "scheduler", "scaler", "rng_state"})
    if (begins(other)) return {};
  return begins("pytorch_model") ? 0 : begins("consolidated") ? 1 : 2;
}

// Why the weights that are in the folder instead are not read; empty if there are none.
std::string other_weights(const fs::path& folder) {
  std::pair<int, std::string> best = {3, ""};
  std::error_code unreadable;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable)) {
    const std::string name = entry.path().filename().string();
    if (const auto rank = rank_of_pickle(name)) best = std::min(best, {*rank, name});
  }
  const auto& [rank, name] = best;
  if (name.empty()) return "";
  return fmt::format(
      "; {} is a pickle, which can run arbitrary code when it is loaded, and is not read here: in "
      "Python, {}",
      excerpt(name),
      rank == 1 ? "load it with torch.load(file, weights_only=True) and save it with "
                  "safetensors.torch.save_file as consolidated.safetensors"
                : "load it with the transformers class that config.json names and save it with "
                  "save_pretrained(folder, safe_serialization=True)");
}

// Two tensors of one name: the shards come from different checkpoints.
void check_twins(const std::map<std::string, SafetensorsFile>& shards, const SafetensorsFile& all,
                 const std::string& where) {
  for (const auto& [shard, file] : shards)
    for (const auto& [name, tensor] : file.tensors)
      if (const auto taken = all.tensors.find(name);
          taken != all.tensors.end() && taken->second != tensor)
        throw FileError(fmt::format("{}tensor \"{}\": its shard and \"{}\" hold different tensors",
                                    where, excerpt(name), excerpt(shard)));
}

SafetensorsFile read_whole(const fs::path& path) {
  SafetensorsFile file = read_safetensors(path);
  check_checksums(file, fmt::format("[read_checkpoint] {}: ", path.string()));
  return file;
}

SafetensorsFile read_index(const fs::path& path) {
  const std::string where = fmt::format("[read_checkpoint] {}: ", path.string());
  const Bytes text = map_file(path, "read_checkpoint", longest_text_file);
  std::map<std::string, SafetensorsFile> shards;
  SafetensorsFile all;
  for (const auto& [name, shard] : detail::parse_shard_index(text.view, where)) {
    auto found = shards.find(shard);
    if (found == shards.end()) {
      if (!stays_inside(shard))
        throw FileError(
            fmt::format("{}tensor \"{}\": shards must be in the index's folder, \"{}\" "
                        "is not",
                        where, excerpt(name), excerpt(shard)));
      const fs::path file = path.parent_path() / shard;
      if (!is_there(file))
        throw FileError(fmt::format("{}tensor \"{}\": its shard \"{}\" is missing", where,
                                    excerpt(name), excerpt(shard)));
      found = shards.emplace(shard, read_whole(file)).first;
      all.metadata.insert(found->second.metadata.begin(), found->second.metadata.end());
    }
    const auto tensor = found->second.tensors.find(name);
    if (tensor == found->second.tensors.end())
      throw FileError(fmt::format("{}tensor \"{}\": is not in its shard \"{}\"", where,
                                  excerpt(name), excerpt(shard)));
    all.tensors.emplace(name, tensor->second);
  }
  check_twins(shards, all, where);
  return all;
}

}  // namespace

SafetensorsFile read_checkpoint(const fs::path& path) {
  std::error_code unreachable;
  if (fs::is_directory(path, unreachable)) {
    const fs::path whole = path / "model.safetensors";
    const fs::path index = path / "model.safetensors.index.json";
    if (is_there(whole)) return read_whole(whole);
    if (is_there(index)) return read_index(index);
    throw FileError(fmt::format("[read_checkpoint] {}: the folder has neither {} nor {}{}",
                                path.string(), whole.filename().string(), index.filename().string(),
                                other_weights(path)));
  }
  return path.extension() == ".json" ? read_index(path) : read_whole(path);
}

}  // namespace horloge
