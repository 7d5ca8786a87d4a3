#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/nn/module.h"

namespace horloge {

/// Parameters with options of their own, such as biases that are not to decay.
template <class Options>
struct ParameterGroup {
  std::vector<Tensor> parameters;
  Options options;
};

/// What an optimizer remembers from step to step. Parameters are numbered through all groups:
/// `3.momentum_buffer` is a tensor of parameter 3, `3.steps` counts its updates.
struct OptimizerState {
  std::vector<NamedTensor> tensors;
  std::vector<std::pair<std::string, std::uint64_t>> counters;
};

/// Changes parameters, in place, by the gradients that backward() left in them.
///
///   optimizer.zero_grad();
///   loss.backward();
///   optimizer.step();
///
/// A parameter without a gradient stays as it is, and so does what is remembered of it. ValueError
/// when made for no parameters, for the same one twice, or with options out of range.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  void step();
  void zero_grad();

  /// All parameters, group by group.
  std::vector<Tensor> parameters() const;

  std::size_t group_count() const { return groups_.size(); }
  double lr(std::size_t group = 0) const;
  void set_lr(std::size_t group, double lr);

  /// Sets the rate of the first group; the others keep the ratio to it that they were made with.
  /// This is how a schedule drives an optimizer.
  void set_lr(double lr);

  /// Name, and size and options (without lr) of each group: two optimizers that say the same
  /// accept each other's state.
  std::string description() const;

  /// The tensors are the optimizer's own, not copies.
  OptimizerState state() const;

  /// Copies a state into the optimizer. ValueError or ShapeError, and no change, if it does not
  /// fit.
  void load_state(const OptimizerState& state);
  /// The same errors without the change.
  void check_state(const OptimizerState& state) const;

 protected:
  /// A parameter and what is remembered of it.
  struct Entry {
    Tensor parameter;
    std::size_t group;
    std::uint64_t steps;          ///< updates, with the one under way
    std::vector<Tensor> buffers;  ///< one for each buffer name; zeros at the first update
  };

  explicit Optimizer(const char* name) : name_(name) {}

  void add_group(const std::vector<Tensor>& parameters, double lr);

  /// Throws ValueError `[name] setting rule, got value` unless it fits.
  void require(bool fits, const char* setting, const char* rule, double value) const;

  virtual std::vector<std::string> buffer_names(std::size_t group) const = 0;
  virtual std::string describe_group(std::size_t group) const = 0;
  virtual void update(Entry& entry, double lr) = 0;

 private:
  struct Group {
    double lr;
    double initial_lr;
    std::size_t parameter_count;
  };

  const char* name_;
  std::vector<Group> groups_;
  std::vector<Entry> entries_;
};

}  // namespace horloge
