#include "golden/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"

namespace horloge::golden {
namespace {

constexpr const char* f64_suffix = "__f64";

bool begins_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

std::string metadata(const SafetensorsFile& file, const std::string& key,
                     const std::string& fallback) {
  const auto found = file.metadata.find(key);
  return found == file.metadata.end() || found->second.empty() ? fallback : found->second;
}

std::string index_text(std::size_t flat, const Shape& shape) {
  std::string text;
  for (std::size_t axis = shape.size(); axis > 0; --axis) {
    text = fmt::format("{}{}{}", flat % shape[axis - 1], text.empty() ? "" : ", ", text);
    flat /= shape[axis - 1];
  }
  return text.empty() ? text : "[" + text + "]";
}

std::vector<double> to_doubles(const StoredTensor& stored) {
  if (is_float(stored.dtype())) return stored.to_doubles();
  const Ids ids = stored.to_ids();
  return std::vector<double>(ids.begin(), ids.end());
}

}  // namespace

Case::Case(SafetensorsFile file, std::filesystem::path path)
    : settings(metadata(file, "config", "{}")),
      file_(std::move(file)),
      path_(std::move(path)),
      kind_(metadata(file_, "kind", "")),
      atol_(nlohmann::json::parse(metadata(file_, "atol", "{}"), nullptr, false)) {
  if (!atol_.is_object())
    throw ValueError("[golden] the metadata `atol` must be a JSON object of numbers");
}

std::string Case::convention() const { return metadata(file_, "convention", ""); }

std::filesystem::path Case::companion(const std::string& ending) const {
  return folder() / (path_.stem().string() + ending + ".safetensors");
}

bool Case::has(const std::string& name) const { return file_.tensors.count(name) > 0; }

const StoredTensor& Case::stored(const std::string& name) const {
  const StoredTensor& tensor = file_.at(name);
  read_.insert(name);
  return tensor;
}

bool Case::is_float(const std::string& name) const {
  return horloge::is_float(stored(name).dtype());
}

Array Case::array(const std::string& name) const { return stored(name).to_array(); }
Ids Case::ids(const std::string& name) const { return stored(name).to_ids(); }
Shape Case::shape(const std::string& name) const { return stored(name).shape(); }

// Masks of Hugging Face are numbers of any kind, 1 for what takes part.
Mask Case::mask(const std::string& name) const {
  const StoredTensor& tensor = stored(name);
  if (tensor.dtype() == DType::BOOL || tensor.dtype() == DType::U8) return tensor.to_mask();
  const std::vector<double> numbers = to_doubles(tensor);
  Mask mask = Mask::from_shape(tensor.shape());
  std::transform(numbers.begin(), numbers.end(), mask.begin(), [](double x) { return x != 0; });
  return mask;
}

Tensor Case::leaf(const std::string& name) const { return Tensor(array(name), true); }

std::vector<std::string> Case::names(const std::string& prefix) const {
  std::vector<std::string> out;
  for (const auto& [name, tensor] : file_.tensors)
    if (begins_with(name, prefix) && !ends_with(name, f64_suffix))
      out.push_back(name.substr(prefix.size()));
  return out;
}

// In double the run of the same reference in float64 is the one to meet, if there is one.
const StoredTensor& Case::reference(const std::string& name) const {
  return in_double && has(name + f64_suffix) ? stored(name + f64_suffix) : stored(name);
}

Bound Case::bound_of(const std::string& name, const std::vector<double>& want) const {
  if (!horloge::is_float(reference(name).dtype())) return {0, 0};
  if (kind_ == "op" && in_double) return {1e-10, 1e-9};
  const bool exact = reference(name).dtype() == DType::F64;
  if (in_double && exact && (has(name + f64_suffix) || !atol_.contains(name))) return {1e-8, 1e-7};
  if (atol_.contains(name)) {
    if (!atol_.at(name).is_number())
      throw ValueError(fmt::format("[golden] the metadata `atol` of {} must be a number", name));
    return {atol_.at(name), 0};
  }
  if (kind_ == "op") return {1e-5, 1e-4};
  double largest = 0;
  for (const double w : want)
    if (std::isfinite(w)) largest = std::max(largest, std::fabs(w));
  return {1e-5 * largest, 0};
}

void Case::check(const std::string& name, const Array& got) {
  const std::vector<double> want = to_doubles(reference(name));
  compare(name, got.shape(), {got.begin(), got.end()}, want, bound_of(name, want));
}

void Case::check(const std::string& name, const Array& got, Bound bound) {
  compare(name, got.shape(), {got.begin(), got.end()}, to_doubles(reference(name)), bound);
}

std::vector<double> Case::judged_by_caller(const std::string& name) {
  checked_.insert(name);
  return to_doubles(reference(name));
}

void Case::check(const std::string& name, const Ids& got) {
  const Shape shape(got.shape().begin(), got.shape().end());
  compare(name, shape, {got.begin(), got.end()}, to_doubles(reference(name)), {0, 0});
}

void Case::compare(const std::string& name, const Shape& shape, const std::vector<double>& got,
                   const std::vector<double>& want, Bound bound) {
  checked_.insert(name);
  const Shape& want_shape = reference(name).shape();
  if (shape != want_shape)
    return fail(
        fmt::format("{}: got shape {}, want {}", name, to_string(shape), to_string(want_shape)));
  std::size_t wrong = 0;
  std::size_t worst = 0;
  double worst_excess = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == want[i]) continue;
    if (std::isnan(want[i]) && (std::isnan(got[i]) || nan_is_undefined_)) continue;
    const double off = std::fabs(got[i] - want[i]);
    const double allowed = bound.absolute + bound.relative * std::fabs(want[i]);
    if (off <= allowed && std::isfinite(want[i])) continue;
    ++wrong;
    const double excess = std::isfinite(off) ? off - allowed : HUGE_VAL;
    if (wrong == 1 || excess > worst_excess) {
      worst = i;
      worst_excess = excess;
    }
  }
  if (wrong == 0) return;
  fail(fmt::format("{}{}: got {:.9g}, want {:.9g}; off by {:.3g}, bound {:.3g}; {} of {} differ",
                   name, index_text(worst, shape), got[worst], want[worst],
                   std::fabs(got[worst] - want[worst]),
                   bound.absolute + bound.relative * std::fabs(want[worst]), wrong, got.size()));
}

void Case::check_all(const std::string& what, const std::vector<NamedTensor>& want,
                     const std::vector<Array>& got) {
  double largest = 0;
  for (const auto& [name, tensor] : want)
    for (const real x : tensor.array())
      largest = std::max(largest, std::fabs(static_cast<double>(x)));
  for (std::size_t i = 0; i < want.size(); ++i) {
    double worst = 0;
    for (std::size_t n = 0; n < got.at(i).size(); ++n) {
      const double off = std::fabs(got[i].flat(n) - want[i].tensor.array().flat(n));
      worst = std::max(worst, std::isfinite(off) ? off : HUGE_VAL);
    }
    if (!(worst <= 1e-5 * largest))
      fail(fmt::format("{} {}: off by {:.3g}, the largest is {:.3g}", what, want[i].name, worst,
                       largest));
  }
}

void Case::check_grad(const std::string& name, const Tensor& leaf) {
  if (has(name)) check(name, leaf.has_grad() ? leaf.grad() : zeros(leaf.shape()));
}

void Case::check_grads(const Module& module) {
  for (const auto& [name, parameter] : module.named_parameters())
    check_grad("grad." + name, parameter);
}

void Case::load(Module& module) const {
  std::vector<NamedTensor> state;
  for (const std::string& name : names("param."))
    state.push_back({name, Tensor(array("param." + name))});
  module.load_state_dict(state);
}

bool Case::is_reference(const std::string& name) const {
  if (ends_with(name, f64_suffix) &&
      has(name.substr(0, name.size() - std::string(f64_suffix).size())))
    return false;  // the same reference once more
  if (begins_with(name, "out.") || begins_with(name, "grad.")) return true;
  return kind_ == "op" && (name == "out" || begins_with(name, "gin"));
}

void Case::finish() {
  for (const auto& [name, tensor] : file_.tensors)
    if (is_reference(name) && checked_.count(name) == 0)
      fail(fmt::format("{}: nothing here computes this", name));
}

std::vector<std::string> Case::unread() const {
  std::vector<std::string> out;
  for (const std::string& key : settings.unread()) out.push_back("setting " + key);
  for (const auto& [name, tensor] : file_.tensors)
    if (!is_reference(name) && !ends_with(name, f64_suffix) && read_.count(name) == 0)
      out.push_back("array " + name);
  return out;
}

}  // namespace horloge::golden
