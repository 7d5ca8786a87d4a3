#include "horloge/models/config.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"

namespace horloge {

using nlohmann::json;

struct Config::State {
  json values;
  std::string where;
  std::string prefix;  // of a group within the file: `rope_scaling.`
  std::set<std::string> read;

  std::string group_name() const { return prefix.substr(0, prefix.size() - 1); }

  // The setting, and which of its names it has; null if absent.
  std::pair<std::string, const json*> find(const ConfigKey& key) {
    for (const std::string& name : key.names) {
      read.insert(name);
      const auto found = values.find(name);
      if (found != values.end() && !found->is_null()) return {name, &*found};
    }
    return {key.names.front(), nullptr};
  }

  std::pair<std::string, const json*> need(const ConfigKey& key) {
    const auto found = find(key);
    if (found.second == nullptr) fail(fmt::format("{}{} is missing", prefix, found.first));
    return found;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw ValueError(fmt::format("[load_pretrained] {}: {}", where, what));
  }

  [[noreturn]] void fail(const std::pair<std::string, const json*>& setting,
                         const std::string& what) const {
    fail(fmt::format("{}{} = {} {}", prefix, excerpt(setting.first),
                     excerpt(setting.second->dump()), what));
  }
};

namespace {

// Settings of Hugging Face's library that concern files, training or the choice of words, and
// change no number that a model computes.
const std::set<std::string>& settings_without_effect() {
  static const std::set<std::string> keys = {"attn_implementation",
                                             "auto_map",
                                             "bad_words_ids",
                                             "begin_suppress_tokens",
                                             "bos_token_id",
                                             "chunk_size_feed_forward",
                                             "decoder_start_token_id",
                                             "diversity_penalty",
                                             "do_sample",
                                             "dtype",
                                             "early_stopping",
                                             "encoder_no_repeat_ngram_size",
                                             "eos_token_id",
                                             "exponential_decay_length_penalty",
                                             "finetuning_task",
                                             "forced_bos_token_id",
                                             "forced_eos_token_id",
                                             "gradient_checkpointing",
                                             "id2label",
                                             "initializer_factor",
                                             "initializer_range",
                                             "keys_to_ignore_at_inference",
                                             "label2id",
                                             "length_penalty",
                                             "max_length",
                                             "min_length",
                                             "model_type",
                                             "no_repeat_ngram_size",
                                             "num_beam_groups",
                                             "num_beams",
                                             "num_labels",
                                             "num_return_sequences",
                                             "output_attentions",
                                             "output_hidden_states",
                                             "output_past",
                                             "output_scores",
                                             "pad_token_id",
                                             "prefix",
                                             "problem_type",
                                             "remove_invalid_values",
                                             "repetition_penalty",
                                             "return_dict",
                                             "return_dict_in_generate",
                                             "sep_token_id",
                                             "suppress_tokens",
                                             "task_specific_params",
                                             "temperature",
                                             "tf_legacy_loss",
                                             "tokenizer_class",
                                             "top_k",
                                             "top_p",
                                             "torch_dtype",
                                             "torchscript",
                                             "transformers_version",
                                             "typical_p",
                                             "unk_token_id",
                                             "use_bfloat16",
                                             "use_cache"};
  return keys;
}

// A setting that asks for nothing: null, false, 0, "", [] or {}.
bool is_off(const json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number()) return value.get<double>() == 0;
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value.empty();
}

}  // namespace

Config Config::parse(const std::string& text, const std::string& where) {
  auto state = std::make_shared<State>();
  state->where = where;
  const std::string who = fmt::format("[load_pretrained] {}: ", where);
  state->values = parse_json(text, who);
  if (!state->values.is_object()) throw FileError(who + "must be a JSON object");
  return Config(std::move(state));
}

Config Config::read(const std::filesystem::path& path) {
  return parse(std::string(map_file(path, "load_pretrained", longest_text_file).view),
               path.string());
}

bool Config::has(const ConfigKey& key) const { return state_->find(key).second != nullptr; }

bool Config::mentions(const ConfigKey& key) const {
  (void)has(key);
  for (const std::string& name : key.names)
    if (state_->values.contains(name)) return true;
  return false;
}

double Config::number(const ConfigKey& key) const {
  const auto setting = state_->need(key);
  if (!setting.second->is_number()) state_->fail(setting, "must be a number");
  return setting.second->get<double>();
}

double Config::number(const ConfigKey& key, double fallback) const {
  return has(key) ? number(key) : fallback;
}

std::size_t Config::size(const ConfigKey& key) const {
  const double value = number(key);
  // Sizes beyond this make no array, and would overflow what is computed from them.
  if (!(value >= 1 && value <= 1e9 && value == std::floor(value)))
    state_->fail(state_->need(key), "must be a natural number from 1 to 1e9");
  return static_cast<std::size_t>(value);
}

std::size_t Config::size(const ConfigKey& key, std::size_t fallback) const {
  return has(key) ? size(key) : fallback;
}

bool Config::flag(const ConfigKey& key, bool fallback) const {
  const auto setting = state_->find(key);
  if (setting.second == nullptr) return fallback;
  if (!setting.second->is_boolean()) state_->fail(setting, "must be true or false");
  return setting.second->get<bool>();
}

std::string Config::text(const ConfigKey& key) const {
  const auto setting = state_->need(key);
  if (!setting.second->is_string()) state_->fail(setting, "must be text");
  return setting.second->get<std::string>();
}

std::string Config::text(const ConfigKey& key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

std::vector<std::string> Config::texts(const ConfigKey& key) const {
  if (!has(key)) return {};
  const auto setting = state_->need(key);
  if (setting.second->is_string()) return {text(key)};
  std::vector<std::string> all;
  for (const json& entry : *setting.second) {
    if (!setting.second->is_array() || !entry.is_string())
      state_->fail(setting, "must be text, or a list of texts");
    all.push_back(entry.get<std::string>());
  }
  return all;
}

std::vector<std::int64_t> Config::ids(const ConfigKey& key) const {
  if (!has(key)) return {};
  const auto setting = state_->need(key);
  const json list = setting.second->is_array() ? *setting.second : json::array({*setting.second});
  std::vector<std::int64_t> all;
  for (const json& entry : list) {
    if (!entry.is_number_integer()) state_->fail(setting, "must be an id, or a list of ids");
    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    if (entry.is_number_unsigned() && entry.get<std::uint64_t>() > largest)
      state_->fail(setting, fmt::format("must be an id, and ids go up to {}", largest));
    all.push_back(entry.get<std::int64_t>());
  }
  return all;
}

std::vector<double> Config::list_of_numbers(const ConfigKey& key) const {
  if (!has(key)) return {};
  const auto setting = state_->need(key);
  const json list = setting.second->is_array() ? *setting.second : json::array({*setting.second});
  std::vector<double> all;
  for (const json& entry : list) {
    if (!entry.is_number()) state_->fail(setting, "must be a list of numbers");
    all.push_back(entry.get<double>());
  }
  return all;
}

std::vector<bool> Config::flags(const ConfigKey& key) const {
  if (!has(key)) return {};
  const auto setting = state_->need(key);
  const json list = setting.second->is_array() ? *setting.second : json::array({*setting.second});
  std::vector<bool> all;
  for (const json& entry : list) {
    if (!entry.is_boolean()) state_->fail(setting, "must be true or false, or a list of these");
    all.push_back(entry.get<bool>());
  }
  return all;
}

Config Config::group(const ConfigKey& key) const {
  const auto setting = state_->need(key);
  if (!setting.second->is_object()) state_->fail(setting, "must be a JSON object");
  auto state = std::make_shared<State>();
  state->values = *setting.second;
  state->where = state_->where;
  state->prefix = state_->prefix + setting.first + ".";
  return Config(std::move(state));
}

std::map<std::string, double> Config::numbers() const {
  std::map<std::string, double> all;
  for (const auto& [name, value] : state_->values.items()) {
    if (!value.is_number() && !value.is_boolean()) continue;
    all[name] = value.is_number() ? value.get<double>() : value.get<bool>() ? 1 : 0;
    state_->read.insert(name);
  }
  return all;
}

void Config::require(const ConfigKey& key, bool value) const {
  if (flag(key, value) != value) refuse(key, fmt::format("only {} is", value));
}

void Config::refuse(const ConfigKey& key, const std::string& why) const {
  state_->fail(state_->need(key), "is not supported; " + why);
}

void Config::refuse_group(const std::string& why) const {
  fail(fmt::format("{} = {} is not supported; {}", state_->group_name(),
                   excerpt(state_->values.dump()), why));
}

void Config::fail(const std::string& what) const { state_->fail(what); }

void Config::fail(const Error& e) const {
  constexpr std::size_t most = 1000;  // it may quote a text of the file
  const std::string group = state_->prefix.empty() ? "" : state_->group_name() + " ";
  fail(group + excerpt(without_who(e.what()), most));
}

void Config::ignore(const std::vector<std::string>& keys) const {
  state_->read.insert(keys.begin(), keys.end());
}

void Config::finish() const {
  for (const auto& [name, value] : state_->values.items())
    if (state_->read.count(name) + settings_without_effect().count(name) == 0 && !is_off(value) &&
        name.compare(0, 1, "_") != 0)
      state_->fail({name, &value}, "is unknown, and may change what the model computes");
}

const std::string& Config::where() const { return state_->where; }

std::string Config::dump() const { return state_->values.dump(2); }

}  // namespace horloge
