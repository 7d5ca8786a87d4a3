#include "horloge/models/language_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "horloge/core/error.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"

namespace horloge {
namespace {

// How many tokens precede each of the last T; padding may be anywhere.
//   tokens (B, S) -> (B, T)
Ids positions_of(const Mask& tokens, std::size_t T) {
  const std::size_t B = tokens.shape()[0], S = tokens.shape()[1];
  Ids positions = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b) {
    std::int64_t before = 0;
    for (std::size_t j = 0; j < S; ++j) {
      if (j + T >= S) positions(b, j + T - S) = tokens(b, j) ? before : 1;
      before += tokens(b, j) ? 1 : 0;
    }
  }
  return positions;
}

}  // namespace

Mask tokens_of(const Ids& ids, std::int64_t padding_id, std::size_t more) {
  const std::size_t B = ids.shape()[0], T = ids.shape()[1];
  Mask tokens = Mask::from_shape({B, T + more});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t j = 0; j < T + more; ++j) tokens(b, j) = j >= T || ids(b, j) != padding_id;
  return tokens;
}

Ids LanguageModel::generate(const Ids& prompt, const GenerateOptions& options) const {
  if (!info.causal)
    throw ValueError(fmt::format("[generate] {} is bidirectional and predicts no next token",
                                 info.architecture));
  ModelInput in;
  DecodingCache cache;
  in.cache = &cache;
  in.positions = options.positions;
  const bool padded = info.padding_id && std::count(prompt.begin(), prompt.end(), *info.padding_id);
  return decode_with_cache(prompt, completed(options), [&](const Ids& ids) {
    in.ids = ids;
    if (padded) {
      const std::size_t T = ids.shape()[1];
      const std::size_t more = cache.length() + T - prompt.shape()[1];
      in.attention_mask = tokens_of(prompt, *info.padding_id, more);
      in.position_ids = positions_of(*in.attention_mask, T);
    }
    const Tensor logits = forward(in).logits;
    if (!logits.defined()) fail_without_head();
    return logits;
  });
}

GenerateOptions LanguageModel::completed(GenerateOptions options) const {
  if (options.eos_ids.empty()) options.eos_ids = info.eos_ids;
  if (!options.padding_id) options.padding_id = info.padding_id;
  return options;
}

void LanguageModel::fail_without_head() const {
  throw ValueError(fmt::format("[generate] this {} has no language-model head", info.architecture));
}

void LanguageModel::check_no_cache(const ModelInput& in) const {
  if (in.cache == nullptr) return;
  throw ValueError(fmt::format(
      "[{}] takes no cache: it is bidirectional, and every new token changes the states of all",
      info.architecture));
}

void LanguageModel::load(const SafetensorsFile& file, const std::string& where) {
  load_weights(file, named_parameters(), table, where);
}

Tensor language_model_loss(const LanguageModel& model, const Tensor& logits, const Ids& labels) {
  const auto [B, T, V] = dims<3>(logits.shape(), "[language_model_loss] logits (B, T, V)");
  if (labels.dimension() != 2 || labels.shape()[0] != B || labels.shape()[1] != T)
    throw ShapeError(
        fmt::format("[language_model_loss] labels must be (B, T) = {}", to_string({B, T})));
  if (!model.info.causal) return cross_entropy(logits, labels);
  Ids next = Ids::from_shape({B, T - 1});
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(labels.data() + b * T + 1, T - 1, next.data() + b * (T - 1));
  return cross_entropy(slice(logits, {{}, {0, -1}}), next);
}

Ids shifted_right(const ModelInfo& info, const Ids& labels) {
  const Shape shape(labels.shape().begin(), labels.shape().end());
  const auto [B, T] = dims<2>(shape, "[shifted_right] labels (B, T)");
  if (!info.decoder_start_id)
    throw ValueError(fmt::format("[shifted_right] {} has no decoder", info.architecture));
  Ids shifted = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t) {
      const std::int64_t id = t == 0 ? *info.decoder_start_id : labels(b, t - 1);
      shifted(b, t) = id == -100 ? info.padding_id.value_or(0) : id;
    }
  return shifted;
}

std::vector<Prediction> top_predictions(const Tensor& logits, std::size_t sequence,
                                        std::size_t place, std::size_t count) {
  const auto [B, T, V] = dims<3>(logits.shape(), "[top_predictions] logits (B, T, V)");
  if (sequence >= B || place >= T)
    throw IndexError(fmt::format("[top_predictions] there is no position {} of sequence {} in {}",
                                 place, sequence, to_string(logits.shape())));
  const real* const row = logits.data() + (sequence * T + place) * V;
  const double largest = *std::max_element(row, row + V);
  double sum = 0;
  for (std::size_t v = 0; v < V; ++v) sum += std::exp(row[v] - largest);
  std::vector<std::int64_t> order(V);
  std::iota(order.begin(), order.end(), 0);
  count = std::min(count, V);
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
      [&](std::int64_t a, std::int64_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
  std::vector<Prediction> best;
  for (std::size_t i = 0; i < count; ++i)
    best.push_back({order[i], std::exp(row[order[i]] - largest) / sum});
  return best;
}

}  // namespace horloge
