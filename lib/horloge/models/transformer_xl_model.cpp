#include "horloge/models/transformer_xl_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/ops/layout.h"

namespace horloge {

TransformerXLModel::TransformerXLModel(const TransformerXLRecipe& recipe, Rng& rng)
    : LanguageModel(with_sizes(recipe.info, recipe.stack), recipe.table),
      embeddings(child("embeddings", AdaptiveEmbedding(recipe.words, rng))),
      stack(child("stack", BlockStack(recipe.stack, rng))),
      d_model_(recipe.stack.d_model),
      mem_len_(recipe.mem_len),
      dropout_(child("dropout", Dropout(recipe.dropout, rng))) {
  const GroupedQueryAttentionOptions& attention = recipe.stack.block.attention;
  TransformerXLOptions options = recipe.positions;
  for (std::size_t i = 0; i < stack.blocks.size(); ++i) {
    positions.push_back(
        child(fmt::format("positions.{}", i),
              std::make_shared<TransformerXLPositions>(d_model_, attention.num_heads,
                                                       attention.head_dim, rng, options)));
    both_ways_.push_back(positions[i]->both_ways());
    if (!recipe.shared_biases) continue;
    options.r_w_bias = positions[0]->r_w_bias;
    options.r_r_bias = positions[0]->r_r_bias;
  }
  if (recipe.head) head = child("head", AdaptiveHead(recipe.words, embeddings, *recipe.head, rng));
}

std::vector<Tensor> TransformerXLModel::mems_of(const ModelInput& in) const {
  const std::size_t B = in.ids.shape()[0], L = stack.blocks.size();
  if (in.cache != nullptr && in.cache->length() > 0) return {};  // its keys are there
  if (in.mems.empty() && mem_len_ == 0) return {};
  if (in.mems.empty()) return std::vector<Tensor>(L, Tensor(zeros({B, mem_len_, d_model_})));
  const std::size_t M = dims<3>(in.mems[0].shape(), "[TransformerXL] mems (B, M, D)")[1];
  for (const Tensor& m : in.mems)
    if (in.mems.size() != L || m.shape() != Shape{B, M, d_model_})
      throw ShapeError(
          fmt::format("[TransformerXL] mems must be (B, M, D) = ({}, M, {}) for each of {} "
                      "layers, got {} tensors, one of them {}",
                      B, d_model_, L, in.mems.size(), to_string(m.shape())));
  return in.mems;
}

std::vector<PositionContext> TransformerXLModel::contexts(const ModelInput& in,
                                                          const AttentionPositions& at) const {
  std::vector<PositionContext> all;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const TransformerXLPositions& own = in.causal ? *positions[i] : both_ways_[i];
    all.emplace_back(in.positions_or(own), at);
  }
  return all;
}

ModelOutput TransformerXLModel::forward(const ModelInput& in) const {
  const Shape shape(in.ids.shape().begin(), in.ids.shape().end());
  const auto [B, T] = dims<2>(shape, "[ModelInput] ids (B, T)");
  const auto& mask = in.attention_mask;
  if (in.position_ids || (mask && std::count(mask->begin(), mask->end(), false) > 0))
    throw ValueError(
        "[TransformerXL] takes neither position_ids nor padding: its mems have no record of them");

  ModelInput segment = in;
  segment.attention_mask.reset();
  segment.mems = mems_of(in);
  const std::size_t before = in.cache != nullptr && in.cache->length() > 0 ? in.cache->length()
                             : segment.mems.empty()                        ? 0
                                                    : segment.mems[0].shape()[1];
  const AttentionPositions at = consecutive_positions(T, before + T);
  const auto all = contexts(in, in.positions_or(*positions[0]).positions(at, B));
  const Tensor x = all[0].scheme.embed(embeddings(in.ids), all[0].at.queries);
  ModelOutput out;
  out.last_hidden = dropout_(run_stack(stack, dropout_(x), all, segment, out));
  const auto kept = static_cast<std::ptrdiff_t>(std::min(mem_len_, before + T));
  for (Tensor& m : out.mems) m = slice(m, {{}, {static_cast<std::ptrdiff_t>(before + T) - kept}});
  if (kept == 0) out.mems.clear();
  if (head) out.logits = (*head)(out.last_hidden);
  return out;
}

Ids TransformerXLModel::generate(const Ids& prompt, const GenerateOptions& options) const {
  if (!head) fail_without_head();
  ModelInput in;
  in.positions = options.positions;
  return decode_with_cache(prompt, completed(options), [&](const Ids& ids) {
    in.ids = ids;
    ModelOutput out = forward(in);
    in.mems = std::move(out.mems);
    return out.logits;
  });
}

}  // namespace horloge
