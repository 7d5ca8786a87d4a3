#include "horloge/train/checkpoint.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/io/safetensors.h"
#include "horloge/text/escape_controls.h"
#include "horloge/train/settings_text.h"

namespace horloge {
namespace {

constexpr const char* format_name = "horloge checkpoint 2";
constexpr const char* format_without_checksum = "horloge checkpoint 1";
constexpr const char* checksum_key = "crc32";

std::string checksum_text(const SafetensorsFile& file) {
  return fmt::format("{:08x}", checksum(file));
}

StoredTensor stored(std::uint64_t count) {
  Ids number = Ids::from_shape({});
  number() = static_cast<std::int64_t>(count);
  return StoredTensor::from(number);
}

// The shortest decimal that reads back as the same number, bit for bit.
template <class Number>
std::string to_text(Number number) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

// The file, with errors that name it.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : Reader(path.string(), read_safetensors(path)) {}

  Reader(std::string origin, SafetensorsFile file)
      : path_(std::move(origin)), file_(std::move(file)) {
    if (metadata("format") == format_without_checksum) return;
    if (metadata("format") != format_name)
      fail(fmt::format("is a checkpoint of another format, {}", excerpt(metadata("format"))));
    const std::string written = metadata(checksum_key);
    file_.metadata.erase(checksum_key);
    if (checksum_text(file_) != written)
      fail(
          fmt::format("is damaged: its checksum is {}, and {} was written; go back to an earlier "
                      "copy, or remove it to start anew",
                      checksum_text(file_), excerpt(written)));
  }

  const std::string& metadata(const std::string& key) const {
    const auto found = file_.metadata.find(key);
    if (found == file_.metadata.end())
      fail(fmt::format("is not a checkpoint: its metadata has no \"{}\"", key));
    return found->second;
  }

  // Null if there is none.
  const std::string* optional_metadata(const std::string& key) const {
    const auto found = file_.metadata.find(key);
    return found == file_.metadata.end() ? nullptr : &found->second;
  }

  template <class Number>
  Number number(const std::string& key) const {
    const std::string& text = metadata(key);
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      fail(fmt::format("is not a checkpoint: its {} is not a number: \"{}\"", key, excerpt(text)));
    return value;
  }

  // The tensors under a prefix, by the rest of the name.
  std::map<std::string, const StoredTensor*> under(std::string_view prefix) const {
    std::map<std::string, const StoredTensor*> found;
    for (const auto& [name, tensor] : file_.tensors)
      if (name.compare(0, prefix.size(), prefix) == 0)
        found.emplace(name.substr(prefix.size()), &tensor);
    return found;
  }

  std::uint64_t count(const std::string& name, const StoredTensor& tensor) const {
    if (tensor.dtype() != DType::I64 || tensor.size() != 1)
      fail(fmt::format("is not a checkpoint: {} must be one I64", excerpt(name)));
    return static_cast<std::uint64_t>(*tensor.to_ids().data());
  }

  // Converting the precision would round, and the run would no longer be the same.
  Tensor tensor(const std::string& name, const StoredTensor& tensor) const {
    if (tensor.dtype() != real_dtype)
      refuse(fmt::format("another precision: {} is {} there, {} here", excerpt(name),
                         name_of(tensor.dtype()), name_of(real_dtype)));
    return Tensor(tensor.to_array());
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw FileError(fmt::format("[load_checkpoint] {}: {}", path_, what));
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw ValueError(fmt::format("[load_checkpoint] {} was written with {}", path_, what));
  }

 private:
  std::string path_;
  SafetensorsFile file_;
};

// Settings come first, for they say best what differs; those that only one of the two has, last,
// for a layer more or less is better told by its weights.
std::vector<NamedTensor> read_model(const Reader& reader, const Module& model, bool for_training) {
  const std::string* const settings = reader.optional_metadata(settings_key);
  if (settings != nullptr)
    if (const auto other = other_setting(*settings, model, for_training))
      reader.refuse("another model: " + *other);
  auto given = reader.under("model.");
  std::vector<NamedTensor> state;
  for (const auto& [name, own] : model.state_dict()) {
    const auto found = given.find(name);
    if (found == given.end())
      reader.refuse(fmt::format("another model: it has no {} {}", name, to_string(own.shape())));
    if (found->second->shape() != own.shape())
      reader.refuse(fmt::format("another model: {} is {} there, {} here", name,
                                excerpt(to_string(found->second->shape())),
                                to_string(own.shape())));
    state.push_back({name, reader.tensor(name, *found->second)});
    given.erase(found);
  }
  if (!given.empty())
    reader.refuse(fmt::format("another model: its {} {} is unknown here",
                              excerpt(given.begin()->first),
                              excerpt(to_string(given.begin()->second->shape()))));
  if (settings != nullptr && for_training)
    if (const auto missing = missing_setting(*settings, model))
      reader.refuse("another model: " + *missing);
  return state;
}

using Counters = std::vector<std::pair<std::shared_ptr<std::uint32_t>, std::uint32_t>>;

Counters read_counters(const Reader& reader, const Module& model) {
  const auto given = reader.under("counter.");
  Counters counters;
  for (const auto& [name, counter] : model.named_counters()) {
    const auto found = given.find(name);
    if (found == given.end())
      reader.refuse(fmt::format("another model: it has no counter {}", name));
    counters.emplace_back(counter, static_cast<std::uint32_t>(reader.count(name, *found->second)));
  }
  if (counters.size() != given.size())
    reader.refuse(fmt::format("another model: it has {} counters, this one has {}", given.size(),
                              counters.size()));
  return counters;
}

OptimizerState read_optimizer(const Reader& reader, const Optimizer& optimizer) {
  if (reader.metadata("optimizer") != optimizer.description())
    reader.refuse(fmt::format("another optimizer: {} there, {} here",
                              excerpt(reader.metadata("optimizer"), 300), optimizer.description()));
  OptimizerState state;
  for (const auto& [name, tensor] : reader.under("optimizer."))
    if (is_float(tensor->dtype()))
      state.tensors.push_back({name, reader.tensor(name, *tensor)});
    else
      state.counters.emplace_back(name, reader.count(name, *tensor));
  try {
    optimizer.check_state(state);
  } catch (const Error& e) {
    reader.fail(e.what());
  }
  return state;
}

TrainingState read_state(const Reader& reader) {
  TrainingState state;
  state.seed = reader.number<std::uint64_t>("seed");
  state.step = reader.number<std::uint64_t>("step");
  state.loss = reader.number<double>("loss");
  state.best = reader.number<double>("best");
  state.best_step = reader.number<std::uint64_t>("best_step");
  state.evaluations_since_best = reader.number<std::uint64_t>("evaluations_since_best");
  state.stopped_early = reader.number<std::uint64_t>("stopped_early") != 0;
  return state;
}

SafetensorsFile checkpoint_file(const Module& model, const Optimizer& optimizer,
                                const OptimizerState& optimizer_state, const TrainingState& state) {
  SafetensorsFile file;
  for (const auto& [name, tensor] : model.state_dict())
    file.tensors.emplace("model." + name, StoredTensor::from(tensor.array()));
  for (const auto& [name, counter] : model.named_counters())
    file.tensors.emplace("counter." + name, stored(*counter));
  for (const auto& [name, tensor] : optimizer_state.tensors)
    file.tensors.emplace("optimizer." + name, StoredTensor::from(tensor.array()));
  for (const auto& [name, count] : optimizer_state.counters)
    file.tensors.emplace("optimizer." + name, stored(count));
  file.metadata = {{"format", format_name},
                   {"optimizer", optimizer.description()},
                   {settings_key, settings_text(model)},
                   {"seed", to_text(state.seed)},
                   {"step", to_text(state.step)},
                   {"loss", to_text(state.loss)},
                   {"best", to_text(state.best)},
                   {"best_step", to_text(state.best_step)},
                   {"evaluations_since_best", to_text(state.evaluations_since_best)},
                   {"stopped_early", state.stopped_early ? "1" : "0"}};
  file.metadata[checksum_key] = checksum_text(file);
  return file;
}

TrainingState take(const Reader& reader, Module& model, Optimizer& optimizer) {
  const auto weights = read_model(reader, model, true);
  const Counters counters = read_counters(reader, model);
  const OptimizerState optimizer_state = read_optimizer(reader, optimizer);
  const TrainingState state = read_state(reader);

  model.load_state_dict(weights);
  optimizer.load_state(optimizer_state);
  for (const auto& [counter, value] : counters) *counter = value;
  return state;
}

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const Module& model,
                     const Optimizer& optimizer, const TrainingState& state) {
  save_checkpoint(path, model, optimizer, optimizer.state(), state);
}

void save_checkpoint(const std::filesystem::path& path, const Module& model,
                     const Optimizer& optimizer, const OptimizerState& optimizer_state,
                     const TrainingState& state) {
  write_safetensors(path, checkpoint_file(model, optimizer, optimizer_state, state));
}

std::string format_checkpoint(const Module& model, const Optimizer& optimizer,
                              const OptimizerState& optimizer_state, const TrainingState& state) {
  return format_safetensors(checkpoint_file(model, optimizer, optimizer_state, state));
}

TrainingState load_checkpoint(const std::filesystem::path& path, Module& model,
                              Optimizer& optimizer) {
  return take(Reader(path), model, optimizer);
}

TrainingState parse_checkpoint(const Bytes& bytes, const std::string& origin, Module& model,
                               Optimizer& optimizer) {
  return take(Reader(origin, parse_safetensors(bytes, origin)), model, optimizer);
}

TrainingState load_checkpoint(const std::filesystem::path& path, Module& model) {
  const Reader reader(path);
  const auto weights = read_model(reader, model, false);
  const TrainingState state = read_state(reader);
  model.load_state_dict(weights);
  return state;
}

}  // namespace horloge
