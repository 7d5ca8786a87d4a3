#include "horloge/nn/position/fire.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/nn/position/heads_first.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/math.h"

namespace horloge {
namespace {

Tensor numbers(const Ids& ids, const Shape& shape) {
  Array out = empty(shape);
  for (std::size_t i = 0; i < ids.size(); ++i)
    out.data()[i] = static_cast<real>(std::fabs(static_cast<double>(ids.data()[i])));
  return Tensor(std::move(out));
}

}  // namespace

FirePositions::FirePositions(std::size_t num_heads, Rng& rng, const FireOptions& options)
    : hidden(child("mlp.0", Linear(1, options.width, rng))),
      output(child("mlp.2", Linear(options.width, num_heads, rng))),
      c(parameter("c", full({}, static_cast<real>(options.c)))),
      L_multiplier(parameter("L_multiplier", ones({}))),
      options_(options) {
  setting("scheme", fmt::format("fire, threshold {}, eps {}", options_.threshold, options_.eps));
}

Tensor FirePositions::bias(const AttentionPositions& at) const {
  const auto psi = [&](const Tensor& d) { return log(abs(c) * d + real{1}); };
  const Ids relative = relative_positions(at);
  const Shape shape(relative.shape().begin(), relative.shape().end());
  Shape per_query(at.queries.shape().begin(), at.queries.shape().end());
  per_query.push_back(1);
  const Tensor L = abs(L_multiplier) * static_cast<real>(options_.threshold);
  const Tensor in_sight = psi(maximum(numbers(at.queries, per_query), L));
  const Tensor share = psi(numbers(relative, shape)) / (in_sight + static_cast<real>(options_.eps));
  return heads_first(output(relu(hidden(unsqueeze(share, -1)))));
}

}  // namespace horloge
