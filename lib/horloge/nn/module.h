#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

namespace detail {
struct Registry;
}

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// Something about a module that its parameters do not show, such as its number of heads.
struct NamedSetting {
  std::string name;
  std::string value;
  bool only_in_training = false;  ///< it changes nothing in evaluation, as dropout does
};

/// Whether a state must fit a module in every name.
enum class Strict { no, yes };

/// What did not fit: parameters and buffers without numbers, and numbers without a place.
struct StateKeys {
  std::vector<std::string> missing, unexpected;
};

/// A layer or a model: something with parameters, made of other modules.
///
/// A module is a handle, as a Tensor is: a copy has the same parameters, the same train/eval switch
/// and the same counters. A derived class declares its members in order, and each is registered as
/// it is made:
///
///   class TwoLayers : public Module {
///    public:
///     explicit TwoLayers(Rng& rng)
///         : first(child("first", Linear(4, 8, rng))), second(child("second", Linear(8, 2, rng)))
///         {}
///     Tensor operator()(const Tensor& x) const { return second(relu(first(x))); }
///     Linear first, second;
///   };
///
/// Its parameters are then called first.weight, first.bias, second.weight and second.bias. Names
/// and layouts are PyTorch's, so that a published checkpoint just loads.
class Module {
 public:
  /// The parameters, each once however often it is registered: what an optimizer updates. A
  /// module's own come before those of its children.
  std::vector<NamedTensor> named_parameters() const;
  std::vector<Tensor> parameters() const;
  std::size_t parameter_count() const;

  /// Constants that belong to the state, such as a position table: saved, never trained.
  std::vector<NamedTensor> named_buffers() const;

  /// Everything to save: parameters and buffers, each storage once, under its first name.
  std::vector<NamedTensor> state_dict() const;

  /// Copies numbers into the module's tensors, in place. Every tensor of the module must be there,
  /// under any one of its names, and nothing else; ValueError lists what is missing or unexpected,
  /// ShapeError gives both shapes. Nothing is changed unless all of it fits. With Strict::no what
  /// fits by name is taken, and the other names are returned; shapes must still agree.
  StateKeys load_state_dict(const std::vector<NamedTensor>& state, Strict strict = Strict::yes);

  /// Switches the whole tree between training (dropout is active) and evaluation. Starts in
  /// training.
  void train(bool on = true);
  void eval() { train(false); }
  bool training() const;

  void zero_grad();

  /// How often each random layer has drawn. A resumed run needs these counts besides the weights to
  /// draw what an unbroken one would. They can be written through the pointers.
  std::vector<std::pair<std::string, std::shared_ptr<std::uint32_t>>> named_counters() const;

  /// What was said with setting(): `layers.0.self_attn.num_heads`, "4". Two modules with the same
  /// parameters and settings compute the same.
  std::vector<NamedSetting> named_settings() const;

 protected:
  Module();

  Tensor parameter(const std::string& name, Array value);
  /// A parameter that lives elsewhere too: a tied weight.
  Tensor parameter(const std::string& name, const Tensor& shared);
  Tensor buffer(const std::string& name, Array value);
  std::shared_ptr<std::uint32_t> counter(const std::string& name);
  /// Records a choice that no shape shows, so that a checkpoint can tell whether it was another. A
  /// class says it anew, under the same name, where it is more than the one that it derives from.
  void setting(const std::string& name, const std::string& value, bool only_in_training = false);

  template <class M>
  M child(const std::string& name, M module) {
    link(name, module);
    return module;
  }
  /// A module whose exact class is chosen at run time.
  template <class M>
  std::shared_ptr<M> child(const std::string& name, std::shared_ptr<M> module) {
    link(name, *module);
    return module;
  }

 private:
  void link(const std::string& name, const Module& module);

  std::shared_ptr<detail::Registry> registry_;
};

}  // namespace horloge
