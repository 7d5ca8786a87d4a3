#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "golden/settings.h"
#include "horloge/autograd/tensor.h"
#include "horloge/core/array.h"
#include "horloge/io/safetensors.h"
#include "horloge/nn/module.h"

namespace horloge::golden {

/// Of this build.
constexpr bool in_double = sizeof(real) == sizeof(double);

/// How far a number may lie from the reference: |got - want| <= absolute + relative * |want|.
struct Bound {
  double absolute = 0;
  double relative = 0;
};

/// One golden case: a file that says what was computed, from which numbers, with which results.
///
/// The code of a kind reads settings and inputs, computes, and hands each result to `check`. What
/// does not agree is collected, not thrown, so that one run shows all of it.
class Case {
 public:
  /// `path` is where the file lies, and with it what it may belong to: a checkpoint.
  explicit Case(SafetensorsFile file, std::filesystem::path path = {});

  const std::string& kind() const { return kind_; }
  /// What the file says of the conventions that its numbers follow.
  std::string convention() const;
  std::filesystem::path folder() const { return path_.parent_path(); }
  /// Where a file that belongs to this one lies if there is one: NAME with an ending.
  std::filesystem::path companion(const std::string& ending) const;
  Settings settings;

  bool has(const std::string& name) const;
  /// Whether the numbers of an array are floats: a mask of floats is added to scores, one of
  /// integers says who is masked.
  bool is_float(const std::string& name) const;
  Array array(const std::string& name) const;
  Ids ids(const std::string& name) const;
  Mask mask(const std::string& name) const;
  Shape shape(const std::string& name) const;
  /// A leaf that collects a gradient.
  Tensor leaf(const std::string& name) const;

  /// Names that begin with `prefix`, without it.
  std::vector<std::string> names(const std::string& prefix) const;

  /// Compares a result with the reference of this name, which must be there.
  void check(const std::string& name, const Array& got);
  void check(const std::string& name, const Tensor& got) { check(name, got.array()); }
  void check(const std::string& name, const Ids& got);
  /// The same within a bound of the caller's, for a reference that says nothing of its own error.
  void check(const std::string& name, const Array& got, Bound bound);
  /// Compares y with `out.y`, and goes back from it with `in.grad_y`.
  void check_y(const Tensor& y) {
    check("out.y", y);
    y.backward(array("in.grad_y"));
  }
  /// The reference numbers of a result that the caller compares by a rule of its own, with fail().
  std::vector<double> judged_by_caller(const std::string& name);
  /// Compares with numbers from a file beside the case, which says nothing of their error: that of
  /// the largest of all of them counts, for some are zero but for rounding. `got` in their order.
  void check_all(const std::string& what, const std::vector<NamedTensor>& want,
                 const std::vector<Array>& got);
  /// Compares the gradient of a leaf, zeros if none has reached it. Nothing to do for a case that
  /// does not ask for this gradient.
  void check_grad(const std::string& name, const Tensor& leaf);
  /// The gradients of a module's parameters, as `grad.NAME`.
  void check_grads(const Module& module);

  /// Fills a module with `param.*`.
  void load(Module& module) const;

  /// From here on a NaN of the reference agrees with any number: PyTorch has NaN for a row whose
  /// keys are all masked, and for all that depends on it; here such a row is zeros.
  void accept_reference_nan() { nan_is_undefined_ = true; }

  void fail(std::string text) { failures_.push_back(std::move(text)); }

  /// Adds a failure for each result and gradient of the file that nobody checked.
  void finish();
  const std::vector<std::string>& failures() const { return failures_; }
  /// Settings and inputs that nobody has read.
  std::vector<std::string> unread() const;

 private:
  const StoredTensor& stored(const std::string& name) const;
  bool is_reference(const std::string& name) const;
  Bound bound_of(const std::string& name, const std::vector<double>& want) const;
  const StoredTensor& reference(const std::string& name) const;
  void compare(const std::string& name, const Shape& shape, const std::vector<double>& got,
               const std::vector<double>& want, Bound bound);

  SafetensorsFile file_;
  std::filesystem::path path_;
  std::string kind_;
  nlohmann::json atol_;
  mutable std::set<std::string> read_;
  std::set<std::string> checked_;
  std::vector<std::string> failures_;
  bool nan_is_undefined_ = false;
};

}  // namespace horloge::golden
