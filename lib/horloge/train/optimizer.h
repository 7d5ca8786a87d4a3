#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/nn/module.h"

namespace horloge {

/// Parameters with their own options, such as biases without weight decay.
template <class Options>
struct ParameterGroup {
  std::vector<Tensor> parameters;
  Options options;
};

/// What an optimizer keeps from step to step. Parameters are numbered through all groups:
/// `3.momentum_buffer` is a tensor of parameter 3, `3.steps` counts its updates.
struct OptimizerState {
  std::vector<NamedTensor> tensors;
  std::vector<std::pair<std::string, std::uint64_t>> counters;
};

/// Updates parameters in place from the gradients that backward() left in them.
///
///   optimizer.zero_grad();
///   loss.backward();
///   optimizer.step();
///
/// A parameter without a gradient is skipped, and so is its state. ValueError for no parameters,
/// for the same one twice, and for options out of range.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  void step();
  void zero_grad();

  /// All parameters, group by group.
  std::vector<Tensor> parameters() const;

  double lr(std::size_t group = 0) const;
  void set_lr(std::size_t group, double lr);

  /// Sets the learning rate of the first group; the other groups keep their initial ratio to it.
  /// This is how a schedule drives an optimizer.
  void set_lr(double lr);

  /// Updates only some of the parameters, and keeps nothing of the others: one flag for each, in
  /// the order of parameters(). See OptimizerShards.
  void keep_only(const std::vector<bool>& kept);

  /// The name, and the size and options (without lr) of each group: two optimizers with the same
  /// description accept each other's state.
  std::string description() const;

  /// The tensors are the optimizer's own, not copies.
  OptimizerState state() const;

  /// Copies a state into the optimizer. ValueError or ShapeError, and no change, if it does not
  /// fit.
  void load_state(const OptimizerState& state);
  /// The same errors without the change.
  void check_state(const OptimizerState& state) const;

 protected:
  /// A parameter and its state.
  struct Entry {
    Tensor parameter;
    std::size_t group;
    std::uint64_t steps;          ///< updates, with the one under way
    std::vector<Tensor> buffers;  ///< one for each buffer name; zeros at the first update
    bool kept = true;             ///< see keep_only
  };

  /// Updates the elements of a parameter from `begin` to `end`.
  using Update = std::function<void(std::size_t begin, std::size_t end)>;

  explicit Optimizer(const char* name) : name_(name) {}

  void add_group(const std::vector<Tensor>& parameters, double lr);

  /// Throws ValueError `[name] option rule, got value` unless it fits.
  void require(bool fits, const char* option, const char* rule, double value) const;

  virtual std::vector<std::string> buffer_names(std::size_t group) const = 0;
  virtual std::string describe_group(std::size_t group) const = 0;
  virtual Update update(Entry& entry, double lr) = 0;

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
