#include "horloge/train/optimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

std::string steps_name(std::size_t parameter) { return fmt::format("{}.steps", parameter); }

std::string buffer_name(std::size_t parameter, const std::string& buffer) {
  return fmt::format("{}.{}", parameter, buffer);
}

// A state by name.
struct Lookup {
  explicit Lookup(const OptimizerState& state)
      : counters(state.counters.begin(), state.counters.end()) {
    for (const auto& entry : state.tensors) tensors[entry.name] = entry.tensor;
  }
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::uint64_t> counters;
};

}  // namespace

// Many parameters are too small to be shared out by themselves, so all of them are one loop.
void Optimizer::step() {
  struct Part {
    std::size_t update, begin, end;
  };
  std::vector<Update> updates;
  std::vector<Part> parts;
  for (Entry& entry : entries_) {
    if (!entry.kept || !entry.parameter.has_grad()) continue;
    if (entry.steps == 0)
      for (std::size_t i = buffer_names(entry.group).size(); i > 0; --i)
        entry.buffers.emplace_back(zeros(entry.parameter.shape()));
    ++entry.steps;
    const std::size_t n = entry.parameter.size();
    for (std::size_t begin = 0; begin < n; begin += elements_per_tile)
      parts.push_back({updates.size(), begin, std::min(n, begin + elements_per_tile)});
    updates.push_back(update(entry, groups_[entry.group].lr));
  }
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      updates[parts[i].update](parts[i].begin, parts[i].end);
  });
}

void Optimizer::zero_grad() {
  for (Entry& entry : entries_) entry.parameter.zero_grad();
}

std::vector<Tensor> Optimizer::parameters() const {
  std::vector<Tensor> all;
  for (const Entry& entry : entries_) all.push_back(entry.parameter);
  return all;
}

double Optimizer::lr(std::size_t group) const {
  if (group >= groups_.size())
    throw IndexError(
        fmt::format("[{}] group {} is out of range: there are {}", name_, group, groups_.size()));
  return groups_[group].lr;
}

void Optimizer::set_lr(std::size_t group, double rate) {
  lr(group);
  require(rate >= 0, "lr", "must not be negative", rate);
  groups_[group].lr = rate;
}

void Optimizer::set_lr(double rate) {
  require(rate >= 0, "lr", "must not be negative", rate);
  const double first = groups_[0].initial_lr;
  for (Group& group : groups_) {
    if (group.initial_lr != first)
      require(first > 0, "lr",
              "of the first group must not be 0: the others keep their ratio to it", first);
    group.lr = group.initial_lr == first ? rate : rate * (group.initial_lr / first);
  }
}

void Optimizer::keep_only(const std::vector<bool>& kept) {
  if (kept.size() != entries_.size())
    throw ValueError(fmt::format("[{}] keep_only has {} flags for {} parameters", name_,
                                 kept.size(), entries_.size()));
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].kept = kept[i];
    if (kept[i]) continue;
    entries_[i].steps = 0;
    entries_[i].buffers.clear();
  }
}

std::string Optimizer::description() const {
  std::string text = name_;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    text += fmt::format("{} {} parameters ({})", i == 0 ? "" : " and", groups_[i].parameter_count,
                        describe_group(i));
  return text;
}

OptimizerState Optimizer::state() const {
  OptimizerState state;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.steps == 0) continue;
    state.counters.emplace_back(steps_name(i), entry.steps);
    const auto names = buffer_names(entry.group);
    for (std::size_t b = 0; b < names.size(); ++b)
      state.tensors.push_back({buffer_name(i, names[b]), entry.buffers[b]});
  }
  return state;
}

void Optimizer::check_state(const OptimizerState& state) const {
  const Lookup given(state);
  std::size_t known_counters = 0;
  std::size_t known_tensors = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (given.counters.count(steps_name(i)) == 0) continue;
    ++known_counters;
    for (const std::string& buffer : buffer_names(entries_[i].group)) {
      const std::string name = buffer_name(i, buffer);
      const auto found = given.tensors.find(name);
      if (found == given.tensors.end())
        throw ValueError(fmt::format("[{}] the state does not fit: {} is missing", name_, name));
      if (found->second.shape() != entries_[i].parameter.shape())
        throw ShapeError(fmt::format(
            "[{}] the state does not fit: {} has shape {}, its parameter has {}", name_, name,
            to_string(found->second.shape()), to_string(entries_[i].parameter.shape())));
      ++known_tensors;
    }
  }
  if (known_counters != given.counters.size() || known_tensors != given.tensors.size())
    throw ValueError(fmt::format(
        "[{}] the state does not fit: of its {} counters and {} tensors, {} and {} belong here",
        name_, given.counters.size(), given.tensors.size(), known_counters, known_tensors));
}

void Optimizer::load_state(const OptimizerState& state) {
  check_state(state);
  const Lookup given(state);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const auto steps = given.counters.find(steps_name(i));
    entry.steps = steps == given.counters.end() ? 0 : steps->second;
    entry.buffers.clear();
    if (entry.steps == 0) continue;
    for (const std::string& buffer : buffer_names(entry.group))
      entry.buffers.emplace_back(Array(given.tensors.at(buffer_name(i, buffer)).array()));
  }
}

void Optimizer::add_group(const std::vector<Tensor>& parameters, double lr) {
  require(lr >= 0, "lr", "must not be negative", lr);
  if (parameters.empty())
    throw ValueError(fmt::format("[{}] a group has no parameters: nothing to optimize", name_));
  for (const Tensor& parameter : parameters) {
    if (!parameter.defined())
      throw ValueError(fmt::format("[{}] parameter {} is undefined", name_, entries_.size()));
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].parameter.buffer() == parameter.buffer())
        throw ValueError(fmt::format("[{}] parameters {} and {} are the same tensor", name_, i,
                                     entries_.size()));
    entries_.push_back({parameter, groups_.size(), 0, {}, true});
  }
  groups_.push_back({lr, lr, parameters.size()});
}

void Optimizer::require(bool fits, const char* option, const char* rule, double value) const {
  if (!std::isfinite(value)) rule = "must be finite";
  if (!fits || !std::isfinite(value))
    throw ValueError(fmt::format("[{}] {} {}, got {}", name_, option, rule, value));
}

}  // namespace horloge
