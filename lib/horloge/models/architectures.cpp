#include "horloge/models/architectures.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/nn/activations.h"

namespace horloge {
namespace {

// Newer configs have the base among the scaling's settings, under another name.
const ConfigKey scaling_key = {"rope_scaling", "rope_parameters"};

// How many dimensions of a head rotate.
std::size_t rotary_part(const Config& config, const ConfigKey& key, double usual,
                        std::size_t head_dim) {
  const double part = config.number(key, usual);
  if (!(part > 0 && part <= 1))
    config.refuse(key, "it is the fraction of each head that rotates, from 0 to 1");
  const auto turning = static_cast<std::size_t>(part * static_cast<double>(head_dim));
  if (turning > 0 && turning % 2 == 0) return turning;
  const std::string what = fmt::format(
      "{} of the {} dimensions of a head would rotate, and they do in pairs", turning, head_dim);
  if (config.has(key)) config.refuse(key, what);
  config.fail(what);
}

double rotary_base(const Config& config, const ConfigKey& key, double usual) {
  const double base = config.number(key, usual);
  if (!(base > 0)) config.refuse(key, "the base of the angles must be positive");
  return base;
}

// The settings of `rope_scaling`, whose base and part are already read.
RotaryScaling scaling_setting(const Config& config, const Config& scaling,
                              std::map<std::string, double> numbers,
                              double max_position_embeddings) {
  const ConfigKey type = {"rope_type", "type"};
  if (!scaling.has(type) && !numbers.empty())
    scaling.refuse_group("it has no rope_type to say what its numbers mean");
  scaling.ignore({"type"});  // where both are, the newer one counts
  std::map<std::string, std::vector<double>> lists;
  for (const char* key : {"short_factor", "long_factor"})
    if (scaling.has(key)) lists[key] = scaling.list_of_numbers(key);
  const char* const trained = "original_max_position_embeddings";  // Phi-3 has it outside
  if (!lists.empty() && numbers.count(trained) == 0 && config.has(trained))
    numbers[trained] = config.number(trained);
  RotaryScaling settings;
  try {
    settings =
        rotary_scaling(scaling.text(type, "default"), numbers, max_position_embeddings, lists);
  } catch (const ValueError& e) {
    scaling.fail(e);
  }
  scaling.finish();
  return settings;
}

// The group of the scaling, or the one within it for a kind of layer; none if there is none.
std::optional<Config> rotary_group(const Config& config, const RotaryKeys& keys) {
  if (!config.has(scaling_key)) return {};
  const Config all = config.group(scaling_key);
  if (keys.layer_type.empty()) return all;
  const char* const kinds[] = {"full_attention", "sliding_attention"};
  if (!all.has(kinds[0]) && !all.has(kinds[1]))
    return keys.shares_scaling ? std::optional<Config>(all) : std::nullopt;
  all.ignore({kinds[0], kinds[1]});
  all.finish();
  if (!all.has(keys.layer_type.c_str())) return {};
  return all.group(keys.layer_type.c_str());
}

}  // namespace

void check_fits(const Checkpoint& checkpoint, const char* what, std::size_t count,
                std::size_t width) {
  if (checkpoint.no_weights) return;
  std::size_t numbers = 0;
  for (const auto& [name, tensor] : checkpoint.weights.tensors) numbers += tensor.size();
  if (count > numbers / width)
    checkpoint.config.fail(
        fmt::format("it asks for {} {} of {} numbers each, but the weights hold only {} numbers",
                    count, what, width, numbers));
}

void check_fits(const Checkpoint& checkpoint, const BlockStackOptions& stack) {
  const GroupedQueryAttentionOptions& attention = stack.block.attention;
  const FeedForwardOptions& net = stack.block.feed_forward;
  const std::size_t D = stack.d_model, H = attention.num_heads;
  const std::size_t K =
      attention.head_dim > 0 ? attention.head_dim : std::max<std::size_t>(1, D / H);
  const std::size_t d_ff = net.d_ff > 0 ? net.d_ff : 4 * D;
  check_fits(checkpoint, "heads", H, K * D);
  check_fits(checkpoint, "feed-forward units", d_ff, D);
  // Of each layer no more than these are counted: the matrices of every kind of block.
  check_fits(checkpoint, "layers", stack.num_layers, 2 * H * K * D + 2 * d_ff * D);
}

std::string architecture_class(const Config& config, const std::vector<std::string>& supported) {
  const std::vector<std::string> named = config.texts("architectures");
  if (named.empty()) return supported.front();
  if (std::count(supported.begin(), supported.end(), named.front()) == 0)
    config.refuse("architectures", "choose one of " + joined(supported));
  return named.front();
}

HeadKind head_setting(const Config& config, const std::string& with_head,
                      const std::string& without_head, bool usually_tied) {
  const bool tied = config.flag("tie_word_embeddings", usually_tied);
  if (architecture_class(config, {with_head, without_head}) == without_head) return HeadKind::none;
  return tied ? HeadKind::tied : HeadKind::own;
}

const char* name_of(HeadKind head) { return head == HeadKind::tied ? "embeddings.words" : "head"; }

std::optional<std::int64_t> padding_setting(const Config& config) {
  const auto padding = config.ids("pad_token_id"), eos = config.ids("eos_token_id");
  if (padding.empty() || std::count(eos.begin(), eos.end(), padding.front()) > 0) return {};
  return padding.front();
}

std::size_t head_dim_setting(const Checkpoint& checkpoint, std::size_t d_model,
                             std::size_t num_heads) {
  const Config& config = checkpoint.config;
  if (!config.has("head_dim") && d_model % num_heads != 0)
    config.fail(
        fmt::format("a width of {} cannot be divided evenly among {} heads", d_model, num_heads));
  const std::size_t head_dim =
      config.has("head_dim") ? config.size("head_dim") : d_model / num_heads;
  check_fits(checkpoint, "heads", num_heads, head_dim);
  return head_dim;
}

std::size_t kv_heads_setting(const Config& config, std::size_t num_heads) {
  const std::size_t groups = config.size("num_key_value_heads", num_heads);
  if (num_heads % groups != 0)
    config.refuse("num_key_value_heads",
                  fmt::format("it must divide the {} query heads", num_heads));
  return groups;
}

double cap_setting(const Config& config, const ConfigKey& key) {
  if (!config.has(key)) return 0;
  const double cap = config.number(key);
  if (!(cap > 0)) config.refuse(key, "a cap must be positive");
  return cap;
}

Bias bias_setting(const Config& config, const ConfigKey& key, bool usual) {
  return config.flag(key, usual) ? Bias::yes : Bias::no;
}

ModelInfo decoder_info(const Config& config, const std::string& architecture,
                       std::size_t vocab_size) {
  ModelInfo info;
  info.architecture = architecture;
  info.vocab_size = vocab_size;
  info.eos_ids = config.ids("eos_token_id");
  info.padding_id = padding_setting(config);
  return info;
}

ActivationFunction activation_setting(const Config& config, const ConfigKey& key,
                                      const std::string& usual) {
  const ActivationFunction function = activation_named(config.text(key, usual));
  if (function == nullptr) config.refuse(key, "choose one of " + activation_names());
  return function;
}

RotaryOptions rotary_setting(const Config& config, std::size_t head_dim,
                             double max_position_embeddings, const RotaryKeys& keys) {
  const std::optional<Config> scaling = rotary_group(config, keys);
  const ConfigKey part = keys.part.value_or("partial_rotary_factor");
  RotaryOptions options;
  options.base = rotary_base(config, keys.base, keys.usual_base);
  if (scaling) options.base = rotary_base(*scaling, "rope_theta", options.base);
  // Where it is said twice, the newer place counts.
  const bool said_outside = keys.part && config.has(part);
  if (keys.part)
    options.rotary_dim =
        rotary_part(scaling && (scaling->has(part) || !said_outside) ? *scaling : config, part,
                    keys.usual_part, head_dim);
  else if (head_dim % 2 != 0)
    config.fail(
        fmt::format("heads of width {} cannot rotate: their dimensions do in pairs", head_dim));
  if (options.rotary_dim == head_dim) options.rotary_dim.reset();
  if (!scaling) return options;
  if (!keys.part && scaling->number(part, 1) != 1) scaling->refuse(part, "heads rotate whole here");
  auto numbers = scaling->numbers();
  numbers.erase("rope_theta");
  for (const std::string& name : part.names) numbers.erase(name);
  options.scaling = scaling_setting(config, *scaling, numbers, max_position_embeddings);
  return options;
}

void set_rotary(ModelInfo& info, const RotaryOptions& options, std::size_t head_dim) {
  info.rotary = options;
  info.positions = "rotary, " + describe(options, head_dim);
}

std::optional<std::size_t> trained_length(const Config& config, const ConfigKey& key) {
  // Some configs say -1, for no limit.
  if (!config.has(key) || config.number(key) <= 0) return {};
  return config.size(key);
}

}  // namespace horloge
