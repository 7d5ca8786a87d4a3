#include "horloge/models/parts/adaptive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/softmax.h"

namespace horloge {
namespace {

std::string numbered(const char* name, std::size_t i) { return fmt::format("{}.{}", name, i); }

// The rows of a table as they start.
Array random_rows(const Shape& shape, Rng& rng) { return rng.normal(shape, 0, 0.02); }

Ids ids_from(const std::vector<std::int64_t>& list) {
  Ids ids = Ids::from_shape({list.size()});
  std::copy(list.begin(), list.end(), ids.begin());
  return ids;
}

}  // namespace

void AdaptiveOptions::check() const {
  const auto from = ends();
  for (std::size_t i = 1; i < from.size(); ++i)
    if (from[i] <= from[i - 1])
      throw ValueError(fmt::format(
          "[AdaptiveOptions] the cutoffs must increase within the vocabulary of {}", vocab_size));
  if (div_val == 0 || tables().back().back() == 0)
    throw ValueError(
        fmt::format("[AdaptiveOptions] d_embed {} cannot be divided by {} for each further cluster",
                    d_embed, div_val));
}

std::vector<std::size_t> AdaptiveOptions::ends() const {
  std::vector<std::size_t> all = {0};
  all.insert(all.end(), cutoffs.begin(), cutoffs.end());
  all.push_back(vocab_size);
  return all;
}

std::vector<Shape> AdaptiveOptions::tables() const {
  if (div_val == 1) return {{vocab_size, d_embed}};
  std::vector<Shape> shapes;
  const auto from = ends();
  std::size_t width = d_embed;
  for (std::size_t i = 0; i + 1 < from.size(); ++i, width /= std::max<std::size_t>(1, div_val))
    shapes.push_back({from[i + 1] - from[i], width});
  return shapes;
}

AdaptiveEmbedding::AdaptiveEmbedding(const AdaptiveOptions& options, Rng& rng) : options_(options) {
  options.check();
  for (const Shape& shape : options.tables()) {
    const std::size_t i = tables.size();
    tables.push_back(parameter(numbered("tables", i), random_rows(shape, rng)));
    if (options.projects())
      projections.push_back(
          parameter(numbered("projections", i), random_rows({options.d_model, shape.back()}, rng)));
  }
}

// The words of one table after those of the other, and then all back to where they belong.
Tensor AdaptiveEmbedding::operator()(const Ids& ids) const {
  std::vector<Tensor> rows;
  Ids places = ids;
  std::size_t done = 0, first = 0;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::size_t end = first + tables[i].shape()[0];
    std::vector<std::int64_t> found;
    for (std::size_t n = 0; n < ids.size(); ++n) {
      const std::int64_t id = ids.data()[n];
      if (id < static_cast<std::int64_t>(first) || id >= static_cast<std::int64_t>(end)) continue;
      places.data()[n] = static_cast<std::int64_t>(done + found.size());
      found.push_back(id - static_cast<std::int64_t>(first));
    }
    first = end;
    done += found.size();
    if (found.empty()) continue;
    const Tensor x = embedding(ids_from(found), tables[i]);
    rows.push_back(projections.empty() ? x : linear(x, projections[i]));
  }
  if (done < ids.size() || done == 0)
    throw IndexError(
        fmt::format("[AdaptiveEmbedding] needs at least one id, each from 0 to {}", first - 1));
  const auto scale = static_cast<real>(std::sqrt(static_cast<double>(options_.d_model)));
  return index_select(concat(rows, 0), places) * scale;
}

AdaptiveHead::AdaptiveHead(const AdaptiveOptions& options, const AdaptiveEmbedding& words,
                           const Tying& tying, Rng& rng)
    : options_(options) {
  options.check();
  for (const Shape& shape : options.tables()) {
    const std::size_t i = tables.size();
    const std::string name = numbered("tables", i);
    tables.push_back(tying.tables ? parameter(name, words.tables[i])
                                  : parameter(name, random_rows(shape, rng)));
    biases.push_back(parameter(numbered("biases", i), zeros({shape.front()})));
  }
  const std::size_t clusters = options.cutoffs.size() + 1;
  for (std::size_t i = 0; options.projects() && i < clusters; ++i) {
    const Tensor& theirs = words.projections[std::min(i, words.projections.size() - 1)];
    const std::string name = numbered("projections", i);
    const bool tied = i < tying.projections.size() && tying.projections[i];
    projections.push_back(tied ? parameter(name, theirs)
                               : parameter(name, random_rows(theirs.shape(), rng)));
  }
  if (clusters == 1) return;
  cluster_weight = parameter("cluster_weight", zeros({clusters - 1, options.d_embed}));
  cluster_bias = parameter("cluster_bias", zeros({clusters - 1}));
}

// Scores of the cluster's words; in the first cluster followed by those of the other clusters.
Tensor AdaptiveHead::scores(const Tensor& x, std::size_t cluster) const {
  const Tensor h = projections.empty() ? x : matmul(x, projections[cluster]);
  const bool shared = tables.size() == 1;
  Tensor weight = tables[shared ? 0 : cluster], bias = biases[shared ? 0 : cluster];
  if (shared && cluster_weight.defined()) {
    const auto ends = options_.ends();
    const Range range{static_cast<std::ptrdiff_t>(ends[cluster]),
                      static_cast<std::ptrdiff_t>(ends[cluster + 1])};
    weight = slice(weight, {range});
    bias = slice(bias, {range});
  }
  if (cluster > 0 || !cluster_weight.defined()) return linear(h, weight, bias);
  return linear(h, concat({weight, cluster_weight}, 0), concat({bias, cluster_bias}, 0));
}

Tensor AdaptiveHead::operator()(const Tensor& x) const {
  const Tensor first = log_softmax(scores(x, 0));
  if (!cluster_weight.defined()) return first;
  std::vector<std::size_t> sizes(options_.cutoffs.size() + 1, 1);
  sizes[0] = options_.cutoffs[0];
  std::vector<Tensor> parts = split(first, sizes, -1);
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i] = parts[i] + log_softmax(scores(x, i));
  return concat(parts, -1);
}

}  // namespace horloge
