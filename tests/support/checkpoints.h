#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "horloge/io/safetensors.h"
#include "horloge/models/models.h"
#include "support/files.h"

namespace horloge::test {

/// The folder of a small checkpoint in data/golden/models.
inline std::filesystem::path small_checkpoint(const std::string& name) {
  return std::filesystem::path(HORLOGE_DATA_DIR) / "golden" / "models" / name;
}

inline std::shared_ptr<LanguageModel> small_model(const std::string& name) {
  return load_pretrained(small_checkpoint(name));
}

/// A copy of a small checkpoint, to be changed before it is read.
struct ChangedCheckpoint {
  ChangedCheckpoint() = default;
  explicit ChangedCheckpoint(const std::string& name)
      : config(nlohmann::json::parse(read_text(small_checkpoint(name) / "config.json"))),
        weights(read_safetensors(small_checkpoint(name) / "model.safetensors")) {}

  std::shared_ptr<LanguageModel> load() const {
    return make_model({Config::parse(config.dump(), "config.json"), weights});
  }

  nlohmann::json config;
  SafetensorsFile weights;
};

/// A small checkpoint with one setting changed.
inline ChangedCheckpoint changed(const std::string& name, const std::string& key,
                                 const nlohmann::json& value) {
  ChangedCheckpoint checkpoint(name);
  checkpoint.config[key] = value;
  return checkpoint;
}

inline std::shared_ptr<LanguageModel> load_changed(const std::string& name, const std::string& key,
                                                   const nlohmann::json& value) {
  return changed(name, key, value).load();
}

inline ModelInput input_of(const Ids& ids) {
  ModelInput in;
  in.ids = ids;
  return in;
}

inline Array logits_of(const LanguageModel& model, const ModelInput& in) {
  const NoGrad no_grad;
  return model.forward(in).logits.array();
}
inline Array logits_of(const LanguageModel& model, const Ids& ids) {
  return logits_of(model, input_of(ids));
}

/// B sequences of T ids of a vocabulary.
inline Ids random_ids(std::size_t B, std::size_t T, std::size_t vocab_size, std::uint64_t seed) {
  return Rng(seed).integers({B, T}, 1, static_cast<std::int64_t>(vocab_size));
}

/// `count` ids of each sequence, from position `first` on.
inline Ids columns(const Ids& ids, std::size_t first, std::size_t count) {
  Ids part = Ids::from_shape({ids.shape()[0], count});
  for (std::size_t b = 0; b < ids.shape()[0]; ++b)
    for (std::size_t t = 0; t < count; ++t) part(b, t) = ids(b, first + t);
  return part;
}

}  // namespace horloge::test
