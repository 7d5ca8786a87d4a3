#include "horloge/nn/position/rotary_scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "horloge/core/error.h"

namespace horloge {
namespace {

constexpr double pi = 3.14159265358979323846;

// Keys with a meaning for each type; `needed` without a default.
struct Keys {
  RotaryScalingKind kind;
  std::set<std::string> needed, allowed;
  std::set<std::string> lists{};  // all of them needed
};

const std::map<std::string, Keys>& known_types() {
  static const Keys longrope = {RotaryScalingKind::longrope,
                                {},
                                {"factor", "original_max_position_embeddings", "attention_factor"},
                                {"short_factor", "long_factor"}};
  static const std::map<std::string, Keys> types = {
      {"default", {RotaryScalingKind::none, {}, {"factor"}}},
      {"linear", {RotaryScalingKind::linear, {"factor"}, {"original_max_position_embeddings"}}},
      {"dynamic", {RotaryScalingKind::dynamic, {"factor"}, {"original_max_position_embeddings"}}},
      {"yarn",
       {RotaryScalingKind::yarn,
        {"factor"},
        {"original_max_position_embeddings", "attention_factor", "beta_fast", "beta_slow", "mscale",
         "mscale_all_dim", "truncate", "finetuned"}}},
      {"llama3",
       {RotaryScalingKind::llama3,
        {"factor", "low_freq_factor", "high_freq_factor"},
        {"original_max_position_embeddings"}}},
      {"longrope", longrope},
      {"su", longrope},  // as Phi-3 called it first
  };
  return types;
}

void check(const RotaryScaling& s) {
  if (s.kind == RotaryScalingKind::none) return;
  if (!(s.factor >= 1))
    throw ValueError(fmt::format("[rotary_scaling] factor must be 1 or more, got {}", s.factor));
  if (s.kind != RotaryScalingKind::linear && !(s.original_max_position_embeddings > 0))
    throw ValueError(
        "[rotary_scaling] needs original_max_position_embeddings, the longest "
        "sequence in training");
  if (s.kind == RotaryScalingKind::llama3 && !(s.high_freq_factor > s.low_freq_factor))
    throw ValueError(
        fmt::format("[rotary_scaling] high_freq_factor {} must be greater than "
                    "low_freq_factor {}",
                    s.high_freq_factor, s.low_freq_factor));
  if (s.kind == RotaryScalingKind::longrope && !(s.original_max_position_embeddings > 1))
    throw ValueError("[rotary_scaling] longrope needs a trained length of more than 1");
  for (const auto* factors : {&s.short_factor, &s.long_factor})
    for (const double factor : *factors)
      if (!(factor > 0))
        throw ValueError(fmt::format(
            "[rotary_scaling] has a factor of {}, and must divide by more than 0", factor));
}

// The larger base slows the slowest pair, which has base^(2/R - 1), by factor * longer - (factor -
// 1), the others the less the faster they rotate, and the first not at all.
double dynamic_base(double base, double R, const RotaryScaling& s, double seq_len) {
  const double longer = seq_len / s.original_max_position_embeddings;
  if (longer <= 1) return base;
  if (R <= 2)
    throw ValueError(
        "[rotary_frequencies] dynamic scaling needs two pairs or more: the first never changes");
  return base * std::pow(s.factor * longer - (s.factor - 1), R / (R - 2));
}

// The pair, as a real number, that makes `rotations` rotations over the trained length.
double pair_that_turns(double rotations, double R, double base, const RotaryScaling& s) {
  return R * std::log(s.original_max_position_embeddings / (rotations * 2 * pi)) /
         (2 * std::log(base));
}

void apply_yarn(RotaryFrequencies& f, double R, double base, const RotaryScaling& s) {
  if (!(base > 1))
    throw ValueError(
        fmt::format("[rotary_frequencies] yarn needs a base of more than 1, got {}: later pairs "
                    "must rotate more slowly",
                    base));
  double first = pair_that_turns(s.beta_fast, R, base, s);
  double last = pair_that_turns(s.beta_slow, R, base, s);
  if (s.truncate) {
    first = std::floor(first);
    last = std::ceil(last);
  }
  first = std::max(first, 0.0);
  last = std::min(last, R - 1);
  if (first == last) last += 0.001;  // a step instead of a ramp
  for (std::size_t j = 0; j < f.inv_freq.size(); ++j) {
    const double slow = std::clamp((static_cast<double>(j) - first) / (last - first), 0.0, 1.0);
    f.inv_freq[j] *= slow / s.factor + (1 - slow);
  }
  const auto mscale = [&](double m) {
    return s.factor <= 1 ? 1 : 0.1 * m * std::log(s.factor) + 1;
  };
  const bool both = s.mscale != 0 && s.mscale_all_dim != 0;
  f.amplitude =
      s.attention_factor.value_or(both ? mscale(s.mscale) / mscale(s.mscale_all_dim) : mscale(1));
}

void apply_llama3(RotaryFrequencies& f, const RotaryScaling& s) {
  for (double& w : f.inv_freq) {
    const double rotations = s.original_max_position_embeddings * w / (2 * pi);
    const double fast = std::clamp(
        (rotations - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor), 0.0, 1.0);
    w *= (1 - fast) / s.factor + fast;
  }
}

void apply_longrope(RotaryFrequencies& f, const RotaryScaling& s, double seq_len) {
  const double L = s.original_max_position_embeddings;
  const std::vector<double>& factors = seq_len > L ? s.long_factor : s.short_factor;
  if (factors.size() != f.inv_freq.size())
    throw ValueError(fmt::format(
        "[rotary_frequencies] longrope needs a factor for each of the {} pairs, and has "
        "{}",
        f.inv_freq.size(), factors.size()));
  for (std::size_t j = 0; j < factors.size(); ++j) f.inv_freq[j] /= factors[j];
  f.amplitude = s.attention_factor.value_or(
      s.factor > 1 ? std::sqrt(1 + std::log(s.factor) / std::log(L)) : 1);
}

// A list that one kind needs and the others do not know.
void check_lists(const Keys& keys, const std::string& type,
                 const std::map<std::string, std::vector<double>>& lists) {
  for (const auto& [key, list] : lists)
    if (keys.lists.count(key) == 0)
      throw ValueError(
          fmt::format("[rotary_scaling] {} is not supported with type \"{}\"", key, type));
  for (const std::string& key : keys.lists)
    if (lists.count(key) == 0)
      throw ValueError(fmt::format("[rotary_scaling] type \"{}\" has no {}", type, key));
}

}  // namespace

RotaryScaling rotary_scaling(const std::string& type, const std::map<std::string, double>& settings,
                             double max_position_embeddings,
                             const std::map<std::string, std::vector<double>>& lists) {
  const auto found = known_types().find(type);
  if (found == known_types().end())
    throw ValueError(
        fmt::format("[rotary_scaling] type \"{}\" is not supported; choose one of default, "
                    "linear, dynamic, yarn, llama3, longrope",
                    type));
  const Keys& keys = found->second;
  for (const auto& [key, value] : settings)
    if (keys.needed.count(key) + keys.allowed.count(key) == 0)
      throw ValueError(fmt::format("[rotary_scaling] {} = {} is not supported with type \"{}\"",
                                   key, value, type));
  for (const std::string& key : keys.needed)
    if (settings.count(key) == 0)
      throw ValueError(fmt::format("[rotary_scaling] type \"{}\" has no {}", type, key));

  check_lists(keys, type, lists);
  const auto get = [&](const char* key, double fallback) {
    const auto setting = settings.find(key);
    return setting == settings.end() ? fallback : setting->second;
  };
  RotaryScaling s;
  s.kind = keys.kind;
  s.factor = get("factor", s.factor);
  s.original_max_position_embeddings =
      get("original_max_position_embeddings", max_position_embeddings);
  if (s.kind == RotaryScalingKind::dynamic && max_position_embeddings > 0)
    s.original_max_position_embeddings = max_position_embeddings;
  s.beta_fast = get("beta_fast", s.beta_fast);
  s.beta_slow = get("beta_slow", s.beta_slow);
  if (settings.count("attention_factor") > 0) s.attention_factor = get("attention_factor", 1);
  s.mscale = get("mscale", s.mscale);
  s.mscale_all_dim = get("mscale_all_dim", s.mscale_all_dim);
  s.truncate = get("truncate", 1) != 0;
  s.low_freq_factor = get("low_freq_factor", s.low_freq_factor);
  s.high_freq_factor = get("high_freq_factor", s.high_freq_factor);
  if (s.kind == RotaryScalingKind::longrope) {
    const double L = s.original_max_position_embeddings;
    if (settings.count("factor") == 0 && L > 0)
      s.factor = std::max(1.0, max_position_embeddings / L);
    s.short_factor = lists.at("short_factor");
    s.long_factor = lists.at("long_factor");
  }
  check(s);
  return s;
}

std::string describe(const RotaryScaling& scaling) {
  for (const auto& [name, keys] : known_types())
    if (keys.kind == scaling.kind && scaling.kind != RotaryScalingKind::none)
      return fmt::format(", {} scaling by {:g}", name, scaling.factor);
  return "";
}

RotaryFrequencies rotary_frequencies(std::size_t rotary_dim, double base,
                                     const RotaryScaling& scaling, std::size_t seq_len) {
  if (rotary_dim == 0 || rotary_dim % 2 != 0)
    throw ValueError(fmt::format(
        "[rotary_frequencies] rotary_dim {} must be even: entries rotate in pairs", rotary_dim));
  if (!(base > 0))
    throw ValueError(fmt::format("[rotary_frequencies] base must be positive, got {}", base));
  check(scaling);
  const auto R = static_cast<double>(rotary_dim);
  if (scaling.kind == RotaryScalingKind::dynamic)
    base = dynamic_base(base, R, scaling, static_cast<double>(seq_len));
  RotaryFrequencies f;
  for (std::size_t j = 0; j < rotary_dim / 2; ++j)
    f.inv_freq.push_back(std::pow(base, -2 * static_cast<double>(j) / R));
  if (scaling.kind == RotaryScalingKind::linear) f.position_factor = scaling.factor;
  if (scaling.kind == RotaryScalingKind::yarn) apply_yarn(f, R, base, scaling);
  if (scaling.kind == RotaryScalingKind::llama3) apply_llama3(f, scaling);
  if (scaling.kind == RotaryScalingKind::longrope)
    apply_longrope(f, scaling, static_cast<double>(seq_len));
  return f;
}

}  // namespace horloge
