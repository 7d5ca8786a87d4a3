#include <fmt/format.h>

#include <functional>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

#include "golden/kinds.h"
#include "horloge/core/error.h"
#include "horloge/models/architectures.h"
#include "horloge/ops/layout.h"

namespace horloge::golden {
namespace {

/// The case's weights under the names of layer 0 of a checkpoint, which begin with `theirs`.
SafetensorsFile weights_of(const Case& c, const std::string& theirs) {
  SafetensorsFile file;
  for (const std::string& name : c.names("param."))
    file.tensors.emplace(theirs + name, StoredTensor::from(c.array("param." + name)));
  return file;
}

/// Gives them to a module that stands at `ours` in the model.
void load_part(Module& module, const SafetensorsFile& file, const WeightTable& table,
               const std::string& ours) {
  std::vector<NamedTensor> wanted = module.named_parameters();
  for (NamedTensor& entry : wanted) entry.name = ours + entry.name;
  load_weights(file, wanted, table, "[golden] ");
  module.eval();
}

using Gradients = std::vector<std::pair<std::string, Array>>;

/// y, and the gradients of the weights, which `gradients` hands out as the case has them.
void check_result(Case& c, const Tensor& y, const std::function<Gradients()>& gradients) {
  c.check_y(y);
  for (const auto& [name, gradient] : gradients())
    if (c.has("grad." + name)) c.check("grad." + name, gradient);
}

/// The same for y = f(x), and the gradient of x.
void run_part(Case& c, const std::function<Tensor(const Tensor&)>& f,
              const std::function<Gradients()>& gradients) {
  const Tensor x = c.leaf("in.x");
  check_result(c, f(x), gradients);
  c.check_grad("grad.x", x);
}

Array transposed(const Array& x) { return transpose(Tensor(x), 0, 1).array(); }

// GPT-2 keeps q, k and v in one.
Array fused(const Tensor& q, const Tensor& k, const Tensor& v) {
  return concat({Tensor(q.grad()), Tensor(k.grad()), Tensor(v.grad())}, 0).array();
}

AttentionPositions positions_in(const Case& c, std::size_t T) {
  if (c.has("in.position_ids")) return {c.ids("in.position_ids"), c.ids("in.position_ids")};
  const Ids at = positions_from(static_cast<std::size_t>(c.settings.integer("offset", 0)), T);
  return {at, at};
}

DecoderRecipe gpt2_recipe_of(const Case& c, const SafetensorsFile& weights, Rng& rng) {
  const Settings& s = c.settings;
  s.describes({"B", "L"});
  const std::string config = fmt::format(
      R"({{"n_embd": {}, "n_head": {}, "n_inner": {}, "layer_norm_epsilon": {}, "n_layer": 1,
           "n_positions": 1, "vocab_size": 1}})",
      s.integer("d"), s.integer("heads"), s.integer("inner"), s.number("layer_norm_epsilon", 1e-5));
  return gpt2_recipe({Config::parse(config), weights}, rng);
}

DecoderRecipe llama_recipe_of(const Case& c, const SafetensorsFile& weights, Rng& rng) {
  const Settings& s = c.settings;
  s.describes({"B", "L", "offset"});
  const std::ptrdiff_t H = s.integer("heads", 1);
  const std::string config = fmt::format(
      R"({{"hidden_size": {}, "num_attention_heads": {}, "num_key_value_heads": {},
           "intermediate_size": {}, "rms_norm_eps": {}, "rope_theta": {}, "num_hidden_layers": 1,
           "vocab_size": 1}})",
      s.integer("d"), H, s.integer("kv_heads", H), s.integer("inner"),
      s.number("rms_norm_eps", 1e-6), s.number("base", 10000));
  return llama_recipe({Config::parse(config), weights}, rng);
}

EncoderRecipe bert_recipe_of(const Case& c, const SafetensorsFile& weights, Rng& rng) {
  const Settings& s = c.settings;
  s.describes({"B", "L"});
  const std::ptrdiff_t d = s.integer("d");
  const std::string config = fmt::format(
      R"({{"hidden_size": {}, "num_attention_heads": {}, "intermediate_size": {}, "hidden_act": "{}",
           "layer_norm_eps": {}, "vocab_size": {}, "type_vocab_size": {},
           "max_position_embeddings": {}, "pad_token_id": {}, "num_hidden_layers": 1}})",
      d, s.integer("heads", 1), s.integer("inner", 4 * d), s.text("act", "gelu"),
      s.number("eps", 1e-12), s.integer("vocab", 1), s.integer("types", 1), s.integer("max_pos", 1),
      s.has("padding_idx") ? std::to_string(s.integer("padding_idx")) : "null");
  return bert_recipe({Config::parse(config), weights}, rng);
}

/// The keys that may be looked at: all but those that the case masks, "last 2 of last row".
Mask visible_keys(const Case& c) {
  if (c.has("in.attention_mask")) return c.mask("in.attention_mask");
  const std::size_t B = c.shape("in.x").at(0), S = c.shape("in.x").at(1);
  Mask visible = Mask::from_shape({B, S});
  visible.fill(true);
  const std::string masked = c.settings.text("masked_keys", "");
  if (masked.empty()) return visible;
  std::istringstream text(masked);
  std::string last, of_last_row;
  std::size_t count = 0;
  std::getline(text >> last >> count, of_last_row);
  if (last != "last" || of_last_row != " of last row" || count > S)
    throw ValueError(fmt::format(
        R"([golden] masked_keys must be "last N of last row" with N <= {}, got "{}")", S, masked));
  for (std::size_t j = S - count; j < S; ++j) visible(B - 1, j) = false;
  return visible;
}

/// What stands before the blocks of a model, with the positions that are added.
struct InputPart : Module {
  InputPart(const EncoderRecipe& recipe, Rng& rng)
      : embeddings(child("embeddings", InputEmbeddings(recipe.embeddings, rng))),
        positions(child("positions", recipe.positions)) {}

  InputEmbeddings embeddings;
  std::shared_ptr<PositionScheme> positions;
};

}  // namespace

void run_gpt2_block(Case& c) {
  Rng rng;
  const SafetensorsFile weights = weights_of(c, "h.0.");
  const DecoderRecipe recipe = gpt2_recipe_of(c, weights, rng);
  Block block(recipe.stack.d_model, recipe.stack.block, rng);
  load_part(block, weights, recipe.table, "stack.blocks.0.");
  BlockContext context;
  context.self.masks = AttentionMasks::causal();
  const auto gradients = [&]() -> Gradients {
    const auto& [q, k, v, o] = std::tie(block.attention.q_proj, block.attention.k_proj,
                                        block.attention.v_proj, block.attention.out_proj);
    return {{"ln_1.weight", block.attention_norm.weight.grad()},
            {"ln_1.bias", block.attention_norm.bias.grad()},
            {"attn.c_attn.weight", transposed(fused(q.weight, k.weight, v.weight))},
            {"attn.c_attn.bias", fused(q.bias, k.bias, v.bias)},
            {"attn.c_proj.weight", transposed(o.weight.grad())},
            {"attn.c_proj.bias", o.bias.grad()},
            {"ln_2.weight", block.feed_forward_norm.weight.grad()},
            {"ln_2.bias", block.feed_forward_norm.bias.grad()},
            {"mlp.c_fc.weight", transposed(block.feed_forward->up.weight.grad())},
            {"mlp.c_fc.bias", block.feed_forward->up.bias.grad()},
            {"mlp.c_proj.weight", transposed(block.feed_forward->down.weight.grad())},
            {"mlp.c_proj.bias", block.feed_forward->down.bias.grad()}};
  };
  run_part(
      c, [&](const Tensor& x) { return block(x, context); }, gradients);
}

void run_llama_block(Case& c) {
  Rng rng;
  const SafetensorsFile weights = weights_of(c, "layers.0.");
  const DecoderRecipe recipe = llama_recipe_of(c, weights, rng);
  Block block(recipe.stack.d_model, recipe.stack.block, rng);
  load_part(block, weights, recipe.table, "stack.blocks.0.");
  const PositionContext positions(*recipe.positions, positions_in(c, c.shape("in.x").at(1)));
  BlockContext context;
  context.self.masks = AttentionMasks::causal();
  context.self.positions = &positions;
  const auto gradients = [&]() -> Gradients {
    return {{"input_layernorm.weight", block.attention_norm.weight.grad()},
            {"self_attn.q_proj.weight", block.attention.q_proj.weight.grad()},
            {"self_attn.k_proj.weight", block.attention.k_proj.weight.grad()},
            {"self_attn.v_proj.weight", block.attention.v_proj.weight.grad()},
            {"self_attn.o_proj.weight", block.attention.out_proj.weight.grad()},
            {"post_attention_layernorm.weight", block.feed_forward_norm.weight.grad()},
            {"mlp.gate_proj.weight", block.feed_forward->gate->weight.grad()},
            {"mlp.up_proj.weight", block.feed_forward->up.weight.grad()},
            {"mlp.down_proj.weight", block.feed_forward->down.weight.grad()}};
  };
  run_part(
      c, [&](const Tensor& x) { return block(x, context); }, gradients);
}

void run_swiglu_mlp(Case& c) {
  Rng rng;
  const SafetensorsFile weights = weights_of(c, "layers.0.mlp.");
  const DecoderRecipe recipe = llama_recipe_of(c, weights, rng);
  FeedForward mlp(recipe.stack.d_model, recipe.stack.block.feed_forward, rng);
  load_part(mlp, weights, recipe.table, "stack.blocks.0.feed_forward.");
  const auto gradients = [&]() -> Gradients {
    return {{"gate_proj.weight", mlp.gate->weight.grad()},
            {"up_proj.weight", mlp.up.weight.grad()},
            {"down_proj.weight", mlp.down.weight.grad()}};
  };
  run_part(c, mlp, gradients);
}

void run_bert_embeddings(Case& c) {
  Rng rng;
  const SafetensorsFile weights = weights_of(c, "embeddings.");
  const EncoderRecipe recipe = bert_recipe_of(c, weights, rng);
  InputPart part(recipe, rng);
  load_part(part, weights, recipe.table, "");
  ModelInput in;
  in.ids = c.ids("in.input_ids");
  if (c.has("in.token_type_ids")) in.token_type_ids = c.ids("in.token_type_ids");
  if (c.has("in.position_ids")) in.position_ids = c.ids("in.position_ids");
  const PositionContext positions(*part.positions, positions_of(in));
  const auto gradients = [&]() -> Gradients {
    const InputEmbeddings& e = part.embeddings;
    return {{"word_embeddings.weight", e.words.weight.grad()},
            {"position_embeddings.weight", part.positions->parameters().at(0).grad()},
            {"token_type_embeddings.weight", e.types->weight.grad()},
            {"LayerNorm.weight", e.norm->weight.grad()},
            {"LayerNorm.bias", e.norm->bias.grad()}};
  };
  check_result(c, part.embeddings(in, positions), gradients);
}

void run_bert_layer(Case& c) {
  Rng rng;
  const SafetensorsFile weights = weights_of(c, "encoder.layer.0.");
  const EncoderRecipe recipe = bert_recipe_of(c, weights, rng);
  Block layer(recipe.stack.d_model, recipe.stack.block, rng);
  load_part(layer, weights, recipe.table, "stack.blocks.0.");
  BlockContext context;
  context.self.masks.key_mask = visible_keys(c);
  const auto gradients = [&]() -> Gradients {
    Gradients all;
    const auto add = [&](const std::string& name, const Tensor& weight, const Tensor& bias) {
      all.emplace_back(name + ".weight", weight.grad());
      all.emplace_back(name + ".bias", bias.grad());
    };
    const GroupedQueryAttention& a = layer.attention;
    add("attention.self.query", a.q_proj.weight, a.q_proj.bias);
    add("attention.self.key", a.k_proj.weight, a.k_proj.bias);
    add("attention.self.value", a.v_proj.weight, a.v_proj.bias);
    add("attention.output.dense", a.out_proj.weight, a.out_proj.bias);
    add("attention.output.LayerNorm", layer.attention_norm.weight, layer.attention_norm.bias);
    add("intermediate.dense", layer.feed_forward->up.weight, layer.feed_forward->up.bias);
    add("output.dense", layer.feed_forward->down.weight, layer.feed_forward->down.bias);
    add("output.LayerNorm", layer.feed_forward_norm.weight, layer.feed_forward_norm.bias);
    return all;
  };
  run_part(
      c, [&](const Tensor& x) { return layer(x, context); }, gradients);
}

}  // namespace horloge::golden
