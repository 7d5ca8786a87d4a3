#include "horloge/train/gradient_exchange.h"

#include <algorithm>
#include <chrono>

#include "horloge/autograd/watch_leaves.h"
#include "horloge/core/parallel.h"
#include "horloge/train/transport.h"

namespace horloge {
namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void divide(const real* from, real* to, std::size_t size, double total) {
  const auto divisor = static_cast<real>(total);
  parallel_for(size, elements_per_tile, [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = from[i] / divisor;
  });
}

}  // namespace

GradientExchange::GradientExchange(const std::vector<Tensor>& parameters, const Group& group,
                                   std::size_t bucket_size)
    : parameters_(parameters), group_(group), places_(parameters.size()) {
  if (group_.size() == 1) return;
  std::vector<std::size_t> sizes;
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    const std::size_t size = parameters_[i].size();
    if (buckets_.empty() || sizes.back() + size > bucket_size) {
      buckets_.emplace_back();
      sizes.push_back(0);
    }
    places_[i] = {buckets_.size() - 1, sizes.back(), 0, false};
    buckets_.back().members.push_back(i);
    sizes.back() += size;
    numbers_of_leaves_[parameters_[i].node().get()] = i;
  }
  for (std::size_t b = 0; b < buckets_.size(); ++b) {
    for (const std::size_t member : buckets_[b].members) places_[member].flag = sizes[b]++;
    buckets_[b].numbers = empty({sizes[b]});
  }
}

void GradientExchange::backward(const Tensor& loss, double weight) {
  const Array upstream = full(loss.shape(), static_cast<real>(weight));
  if (group_.size() == 1) return loss.backward(upstream);
  begin();
  const WatchLeaves watch([this](const detail::Node& leaf) { ready(leaf); });
  loss.backward(upstream);
}

void GradientExchange::begin() {
  sent_ = 0;
  for (Bucket& bucket : buckets_) bucket.open = bucket.members.size();
  for (Place& place : places_) place.filled = false;
}

void GradientExchange::ready(const detail::Node& leaf) {
  const auto found = numbers_of_leaves_.find(&leaf);
  if (found == numbers_of_leaves_.end()) return;  // a leaf that is not trained
  fill(found->second);
  send_full_ones();
  group_.transport()->progress();
}

void GradientExchange::fill(std::size_t parameter) {
  const Tensor& tensor = parameters_[parameter];
  Place& place = places_[parameter];
  Bucket& bucket = buckets_[place.bucket];
  real* const to = bucket.numbers.data();
  if (tensor.has_grad())
    std::copy_n(tensor.grad().data(), tensor.size(), to + place.begin);
  else
    std::fill_n(to + place.begin, tensor.size(), real{0});
  to[place.flag] = tensor.has_grad() ? 1 : 0;
  place.filled = true;
  --bucket.open;
}

// One after the other, for they have to be the same ones everywhere.
void GradientExchange::send_full_ones() {
  for (; sent_ < buckets_.size() && buckets_[sent_].open == 0; ++sent_)
    group_.transport()->start_all_reduce(buckets_[sent_].numbers.data(),
                                         buckets_[sent_].numbers.size());
}

StepSums GradientExchange::finish(StepSums sums) {
  if (group_.size() > 1) {
    for (std::size_t i = parameters_.size(); i-- > 0;)
      if (!places_[i].filled) fill(i);  // no gradient has reached it
    send_full_ones();
    sums = sum(sums);
  }
  take_means(sums.weight);
  return sums;
}

StepSums GradientExchange::sum(const StepSums& mine) {
  double numbers[] = {mine.loss, mine.weight, mine.stop};
  const double begin = seconds();
  group_.transport()->start_all_reduce(numbers, 3);
  group_.transport()->wait();
  waited_ += seconds() - begin;
  return {numbers[0], numbers[1], numbers[2]};
}

void GradientExchange::take_means(double total) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    Tensor& tensor = parameters_[i];
    if (group_.size() == 1) {
      if (tensor.has_grad() && total != 1)
        divide(tensor.grad().data(), tensor.mutable_grad().data(), tensor.size(), total);
      continue;
    }
    const real* const from = buckets_[places_[i].bucket].numbers.data();
    if (from[places_[i].flag] == 0) continue;
    if (!tensor.has_grad()) tensor.set_grad(empty(tensor.shape()));
    divide(from + places_[i].begin, tensor.mutable_grad().data(), tensor.size(), total);
  }
}

}  // namespace horloge
