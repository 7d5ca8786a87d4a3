#include "horloge/nn/experts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "horloge/core/error.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/choose.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/reduce.h"
#include "horloge/ops/softmax.h"

namespace horloge {
namespace {

const ExpertsOptions& checked(const ExpertsOptions& o) {
  const std::size_t E = o.num_experts, n = o.num_groups;
  if (n == 0 || o.groups_per_token == 0 || o.groups_per_token > n || E == 0 || E % n != 0)
    throw ValueError(
        fmt::format("[Experts] {} experts must fall into {} groups of equal size, of which each "
                    "token chooses one or more, not {}",
                    E, n, o.groups_per_token));
  if (o.experts_per_token == 0 || o.experts_per_token > o.groups_per_token * (E / n))
    throw ValueError(fmt::format("[Experts] a token chooses 1 to {} experts, not {}",
                                 o.groups_per_token * (E / n), o.experts_per_token));
  if (n > 1 && E / n < 2)
    throw ValueError("[Experts] a group is judged by its two best experts, and has one");
  return o;
}

// The scores of groups that are not among the best become -infinity.   scores (N, E) -> the same
Array within_best_groups(const Array& scores, const ExpertsOptions& o) {
  const std::size_t N = scores.shape()[0], n = o.num_groups, size = o.num_experts / n;
  const Tensor by_group = reshape(Tensor(scores), Shape{N, n, size});
  const Ids best = topk(sum(topk(by_group, 2).values, -1), o.groups_per_token).indices;
  Array left = empty(scores.shape());
  left.fill(-std::numeric_limits<real>::infinity());
  for (std::size_t t = 0; t < N; ++t)
    for (std::size_t i = 0; i < o.groups_per_token; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        const std::size_t e = static_cast<std::size_t>(best(t, i)) * size + j;
        left(t, e) = scores(t, e);
      }
  return left;
}

// Choice i of token t is number t k + i. The choices of each expert, and where its answer to each
// stands once the answers of all experts are put one below the other.
struct Choices {
  std::vector<std::vector<std::int64_t>> of_expert;
  Ids place;  // (N, k)
};

Choices sorted_by_expert(const Ids& chosen, std::size_t num_experts) {
  Choices choices{std::vector<std::vector<std::int64_t>>(num_experts), chosen};
  for (std::size_t i = 0; i < chosen.size(); ++i)
    choices.of_expert[static_cast<std::size_t>(chosen.data()[i])].push_back(
        static_cast<std::int64_t>(i));
  std::int64_t next = 0;
  for (const auto& of_one : choices.of_expert)
    for (const std::int64_t i : of_one) choices.place.data()[i] = next++;
  return choices;
}

Ids ids_of(const std::vector<std::int64_t>& list) {
  Ids ids = Ids::from_shape({list.size()});
  std::copy(list.begin(), list.end(), ids.begin());
  return ids;
}

}  // namespace

Experts::Experts(std::size_t d_model, const ExpertsOptions& options, Rng& rng)
    : router(
          child("router", Linear(d_model, checked(options).num_experts, rng, options.router_bias))),
      options_(options) {
  if (options.choice_bias) choice_bias = parameter("choice_bias", zeros({options.num_experts}));
  for (std::size_t e = 0; e < options.num_experts; ++e)
    each.push_back(child("each." + std::to_string(e), FeedForward(d_model, options.expert, rng)));
  if (options.shared) shared = child("shared", FeedForward(d_model, *options.shared, rng));
  setting("experts_per_token", std::to_string(options.experts_per_token));
  setting("share", options.share == ExpertShare::softmax ? "softmax" : "sigmoid");
  if (options.share_of_input) setting("share_of_input", "true");
  if (options.shares_sum_to_one) setting("shares_sum_to_one", "true");
  if (options.scale != 1) setting("scale", fmt::format("{}", options.scale));
  if (options.num_groups > 1)
    setting("groups", fmt::format("{} of {}", options.groups_per_token, options.num_groups));
}

// scores (N, E) -> (N, k)
Ids Experts::choose(const Tensor& scores) const {
  const NoGrad no_grad;
  Tensor by = options_.share == ExpertShare::sigmoid ? sigmoid(scores) : scores;
  if (choice_bias.defined()) by = by + choice_bias;
  if (options_.num_groups > 1) by = Tensor(within_best_groups(by.array(), options_));
  return topk(by, options_.experts_per_token).indices;
}

// scores (N, E), chosen (N, k) -> (N, k)
Tensor Experts::shares_of(const Tensor& scores, const Ids& chosen) const {
  const Tensor of_chosen = gather(scores, -1, chosen);
  Tensor shares = options_.share == ExpertShare::softmax ? softmax(of_chosen) : sigmoid(of_chosen);
  if (options_.shares_sum_to_one) shares = shares / (sum(shares, -1, true) + real{1e-20F});
  return options_.scale == 1 ? shares : shares * static_cast<real>(options_.scale);
}

Tensor Experts::operator()(const Tensor& x) const {
  const std::size_t D = x.shape().back(), N = D == 0 ? 0 : x.size() / D;
  if (N == 0) return x;
  const Tensor tokens = reshape(x, Shape{N, D});
  const Tensor scores = router(tokens);
  const Ids chosen = choose(scores);
  const std::size_t k = chosen.shape()[1];
  const Tensor shares = shares_of(scores, chosen);  // (N, k)
  const Choices choices = sorted_by_expert(chosen, each.size());
  const Tensor read = options_.share_of_input
                          ? reshape(unsqueeze(tokens, 1) * unsqueeze(shares, 2), Shape{N * k, D})
                          : tokens;
  std::vector<Tensor> answers;
  for (std::size_t e = 0; e < each.size(); ++e) {
    std::vector<std::int64_t> from = choices.of_expert[e];
    if (from.empty()) continue;
    if (!options_.share_of_input)
      for (std::int64_t& i : from) i /= static_cast<std::int64_t>(k);
    answers.push_back(each[e](embedding(ids_of(from), read)));
  }
  Tensor of_choices = embedding(choices.place, concat(answers, 0));  // (N, k, D)
  if (!options_.share_of_input) of_choices = of_choices * unsqueeze(shares, 2);
  const Tensor y = reshape(sum(of_choices, 1), x.shape());
  return shared ? y + (*shared)(x) : y;
}

}  // namespace horloge
