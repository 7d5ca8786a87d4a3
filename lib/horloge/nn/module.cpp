#include "horloge/nn/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "horloge/core/error.h"

namespace horloge {

namespace detail {

/// What one module has registered. Shared by all copies of its handle.
struct Registry {
  enum class Kind { parameter, buffer };
  struct Entry {
    std::string name;
    Tensor tensor;
    Kind kind;
  };
  std::vector<Entry> tensors;
  std::vector<std::pair<std::string, std::shared_ptr<std::uint32_t>>> counters;
  std::vector<NamedSetting> settings;
  std::vector<std::pair<std::string, std::shared_ptr<Registry>>> children;
  bool training = true;
};

}  // namespace detail

namespace {

using detail::Registry;

void visit(const Registry& registry, const std::string& prefix,
           const std::function<void(const Registry&, const std::string&)>& at_each) {
  at_each(registry, prefix);
  for (const auto& [name, child] : registry.children) visit(*child, prefix + name + ".", at_each);
}

std::vector<NamedTensor> collect(const Registry& root,
                                 const std::function<bool(const Registry::Entry&)>& accept) {
  std::vector<NamedTensor> found;
  visit(root, "", [&](const Registry& registry, const std::string& prefix) {
    for (const auto& entry : registry.tensors)
      if (accept(entry)) found.push_back({prefix + entry.name, entry.tensor});
  });
  return found;
}

// Each storage once, under the name it was first registered by.
std::vector<NamedTensor> unique(const std::vector<NamedTensor>& all) {
  std::set<const void*> seen;
  std::vector<NamedTensor> once;
  for (const auto& entry : all)
    if (seen.insert(entry.tensor.buffer().get()).second) once.push_back(entry);
  return once;
}

using ShapedNames = std::vector<std::pair<std::string, Shape>>;

std::vector<std::string> names_of(const ShapedNames& all) {
  std::vector<std::string> names;
  for (const auto& [name, shape] : all) names.push_back(name);
  return names;
}

std::string join(const ShapedNames& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + names[i].first + " " + to_string(names[i].second);
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

void check_name_is_free(const Registry& registry, const std::string& name) {
  const auto taken = [&](const auto& entry) { return entry.first == name; };
  if (std::any_of(registry.tensors.begin(), registry.tensors.end(),
                  [&](const auto& entry) { return entry.name == name; }) ||
      std::any_of(registry.children.begin(), registry.children.end(), taken))
    throw ValueError(fmt::format("[Module] the name {} is registered twice in one module", name));
}

}  // namespace

Module::Module() : registry_(std::make_shared<Registry>()) {}

std::vector<NamedTensor> Module::named_parameters() const {
  return unique(collect(*registry_,
                        [](const auto& entry) { return entry.kind == Registry::Kind::parameter; }));
}

std::vector<Tensor> Module::parameters() const {
  std::vector<Tensor> tensors;
  for (auto& entry : named_parameters()) tensors.push_back(std::move(entry.tensor));
  return tensors;
}

std::size_t Module::parameter_count() const {
  std::size_t count = 0;
  for (const Tensor& tensor : parameters()) count += tensor.size();
  return count;
}

std::vector<NamedTensor> Module::named_buffers() const {
  return unique(
      collect(*registry_, [](const auto& entry) { return entry.kind == Registry::Kind::buffer; }));
}

std::vector<NamedTensor> Module::state_dict() const {
  return unique(collect(*registry_, [](const auto&) { return true; }));
}

StateKeys Module::load_state_dict(const std::vector<NamedTensor>& state, Strict strict) {
  const auto own = collect(*registry_, [](const auto&) { return true; });
  const auto named = [](const std::vector<NamedTensor>& all, const std::string& name) {
    return std::find_if(all.begin(), all.end(), [&](const auto& e) { return e.name == name; });
  };
  ShapedNames surplus;
  for (const auto& given : state)
    if (named(own, given.name) == own.end()) surplus.emplace_back(given.name, given.tensor.shape());

  std::set<const void*> filled;
  std::vector<std::pair<Tensor, Tensor>> copies;
  for (const auto& entry : own) {
    const auto given = named(state, entry.name);
    if (given == state.end()) continue;
    if (given->tensor.shape() != entry.tensor.shape())
      throw ShapeError(fmt::format(
          "[load_state_dict] {} has shape {} in the state, {} in the module", entry.name,
          to_string(given->tensor.shape()), to_string(entry.tensor.shape())));
    if (filled.insert(entry.tensor.buffer().get()).second)
      copies.emplace_back(entry.tensor, given->tensor);
  }
  ShapedNames missing;
  for (const auto& entry : unique(own))
    if (filled.count(entry.tensor.buffer().get()) == 0)
      missing.emplace_back(entry.name, entry.tensor.shape());
  if (strict == Strict::yes && !(missing.empty() && surplus.empty()))
    throw ValueError(fmt::format("[load_state_dict] the state does not fit the module;{}{}",
                                 missing.empty() ? "" : " missing: " + join(missing),
                                 surplus.empty() ? "" : " unexpected: " + join(surplus)));
  for (auto& [to, from] : copies)
    std::copy(from.data(), from.data() + from.size(), to.mutable_array().data());
  return {names_of(missing), names_of(surplus)};
}

void Module::train(bool on) {
  const std::function<void(Registry&)> set = [&](Registry& registry) {
    registry.training = on;
    for (auto& [name, child] : registry.children) set(*child);
  };
  set(*registry_);
}

bool Module::training() const { return registry_->training; }

void Module::zero_grad() {
  for (Tensor& tensor : parameters()) tensor.zero_grad();
}

std::vector<std::pair<std::string, std::shared_ptr<std::uint32_t>>> Module::named_counters() const {
  std::vector<std::pair<std::string, std::shared_ptr<std::uint32_t>>> found;
  visit(*registry_, "", [&](const Registry& registry, const std::string& prefix) {
    for (const auto& [name, count] : registry.counters) found.emplace_back(prefix + name, count);
  });
  return found;
}

std::vector<NamedSetting> Module::named_settings() const {
  std::vector<NamedSetting> found;
  visit(*registry_, "", [&](const Registry& registry, const std::string& prefix) {
    for (const auto& [name, value, only_in_training] : registry.settings)
      found.push_back({prefix + name, value, only_in_training});
  });
  return found;
}

Tensor Module::parameter(const std::string& name, Array value) {
  return parameter(name, Tensor(std::move(value), true));
}

Tensor Module::parameter(const std::string& name, const Tensor& shared) {
  check_name_is_free(*registry_, name);
  registry_->tensors.push_back({name, shared, Registry::Kind::parameter});
  return shared;
}

Tensor Module::buffer(const std::string& name, Array value) {
  check_name_is_free(*registry_, name);
  const Tensor tensor(std::move(value));
  registry_->tensors.push_back({name, tensor, Registry::Kind::buffer});
  return tensor;
}

std::shared_ptr<std::uint32_t> Module::counter(const std::string& name) {
  auto count = std::make_shared<std::uint32_t>(0);
  registry_->counters.emplace_back(name, count);
  return count;
}

void Module::setting(const std::string& name, const std::string& value, bool only_in_training) {
  auto& settings = registry_->settings;
  settings.erase(std::remove_if(settings.begin(), settings.end(),
                                [&](const NamedSetting& said) { return said.name == name; }),
                 settings.end());
  settings.push_back({name, value, only_in_training});
}

void Module::link(const std::string& name, const Module& module) {
  check_name_is_free(*registry_, name);
  registry_->children.emplace_back(name, module.registry_);
}

}  // namespace horloge
