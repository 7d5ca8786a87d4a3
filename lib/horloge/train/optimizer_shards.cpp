#include "horloge/train/optimizer_shards.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "horloge/core/bytes.h"
#include "horloge/io/safetensors.h"

namespace horloge {
namespace {

// The largest first, each to the process that has least.
std::vector<std::size_t> divide_among(const std::vector<Tensor>& parameters, std::size_t count) {
  std::vector<std::size_t> order(parameters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return parameters[a].size() > parameters[b].size();
  });
  std::vector<std::size_t> owners(parameters.size()), loads(count, 0);
  for (const std::size_t i : order) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += parameters[i].size();
    owners[i] = static_cast<std::size_t>(least - loads.begin());
  }
  return owners;
}

// For the way to another process.
std::string format_state(const OptimizerState& state) {
  SafetensorsFile file;
  for (const auto& [name, tensor] : state.tensors)
    file.tensors.emplace(name, StoredTensor::from(tensor.array()));
  for (const auto& [name, count] : state.counters) {
    Ids number = Ids::from_shape({});
    number() = static_cast<std::int64_t>(count);
    file.tensors.emplace(name, StoredTensor::from(number));
  }
  return format_safetensors(file);
}

void add_state(const std::string& text, OptimizerState& state) {
  const SafetensorsFile file = parse_safetensors(own_bytes(text), "the state of a process");
  for (const auto& [name, tensor] : file.tensors)
    if (is_float(tensor.dtype()))
      state.tensors.push_back({name, Tensor(tensor.to_array())});
    else
      state.counters.emplace_back(name, static_cast<std::uint64_t>(*tensor.to_ids().data()));
}

}  // namespace

OptimizerShards::OptimizerShards(Optimizer& optimizer, const Group& group)
    : optimizer_(optimizer),
      group_(group),
      owners_(divide_among(optimizer.parameters(), group.size())) {
  drop_others();
}

void OptimizerShards::drop_others() {
  std::vector<bool> mine;
  for (const std::size_t owner : owners_) mine.push_back(owner == group_.rank());
  optimizer_.keep_only(mine);
}

void OptimizerShards::step() {
  optimizer_.step();
  std::vector<Tensor> parameters = optimizer_.parameters();
  for (std::size_t root = 0; root < group_.size(); ++root) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < owners_.size(); ++i)
      if (owners_[i] == root) size += parameters[i].size();
    Array flat = empty({size});
    real* at = flat.data();
    const auto for_each_of_root = [&](const auto& body) {
      at = flat.data();
      for (std::size_t i = 0; i < owners_.size(); ++i)
        if (owners_[i] == root) {
          body(parameters[i]);
          at += parameters[i].size();
        }
    };
    if (root == group_.rank())
      for_each_of_root([&](const Tensor& p) { std::copy_n(p.data(), p.size(), at); });
    group_.broadcast(flat, root);
    if (root != group_.rank())
      for_each_of_root([&](Tensor& p) { std::copy_n(at, p.size(), p.mutable_array().data()); });
  }
}

OptimizerState OptimizerShards::whole() const {
  OptimizerState all;
  for (std::size_t root = 0; root < group_.size(); ++root) {
    std::string text = root == group_.rank() ? format_state(optimizer_.state()) : "";
    group_.broadcast(text, root);
    add_state(text, all);
  }
  return all;
}

}  // namespace horloge
