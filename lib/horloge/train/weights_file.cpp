#include "horloge/train/weights_file.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/io/tensor_checksums.h"
#include "horloge/text/escape_controls.h"
#include "horloge/train/settings_text.h"

namespace horloge {
namespace {

// What other readers expect to find in the metadata: the layout is PyTorch's.
constexpr const char* pytorch_layout = "pt";
constexpr std::size_t longest_name = 1000;

}  // namespace

void save_weights(const Module& module, const std::filesystem::path& path) {
  SafetensorsFile file;
  for (const auto& [name, tensor] : module.state_dict())
    file.tensors.emplace(name, StoredTensor::from(tensor.array()));
  file.metadata = {{"format", pytorch_layout}, {settings_key, settings_text(module)}};
  add_checksums(file);
  write_safetensors(path, file);
}

StateKeys load_weights(Module& module, const std::filesystem::path& path, Strict strict) {
  const std::string who = fmt::format("[load_weights] {}", path.string());
  const SafetensorsFile file = read_safetensors(path);
  if (const auto format = file.metadata.find("format");
      format != file.metadata.end() && format->second.rfind("horloge checkpoint", 0) == 0)
    throw FileError(who + ": is a checkpoint of training; load_checkpoint reads it");
  check_checksums(file, who + ": ");
  if (const auto text = file.metadata.find(settings_key); text != file.metadata.end())
    if (const auto other = other_setting(text->second, module, false))
      throw ValueError(fmt::format("{} was written with another model: {}", who, *other));
  std::vector<NamedTensor> state;
  for (const auto& [name, tensor] : file.tensors) {
    if (!is_float(tensor.dtype()))
      throw ValueError(fmt::format("{}: {} must hold floats, holds {}", who, excerpt(name),
                                   name_of(tensor.dtype())));
    state.push_back({excerpt(name, longest_name), Tensor(tensor.to_array())});
  }
  try {
    return module.load_state_dict(state, strict);
  } catch (const ShapeError& e) {
    throw ShapeError(who + ": " + without_who(e.what()));
  } catch (const ValueError& e) {
    throw ValueError(who + ": " + without_who(e.what()));
  }
}

}  // namespace horloge
