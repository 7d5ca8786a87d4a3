// What the recipes of newer models have that no earlier one had.

#include "course/stage/lesson.h"
#include "horloge/text/width.h"
#include "published.h"

using namespace horloge;

// In the order of their months. Above each stands where its settings are from.
const std::vector<Published>& published_since_2024() {
  static const std::vector<Published> all = {
      // Gemma Team 2024, "Gemma 2", table 1.
      {"Gemma 2 9B", R"({"model_type": "gemma2", "num_hidden_layers": 42,
        "hidden_size": 3584, "num_attention_heads": 16, "head_dim": 256,
        "num_key_value_heads": 8, "intermediate_size": 14336,
        "sliding_window": 4096, "query_pre_attn_scalar": 256,
        "attn_logit_softcapping": 50, "final_logit_softcapping": 30,
        "vocab_size": 256000})"},
      // Team OLMo 2024, "2 OLMo 2 Furious", table 3.
      {"OLMo 2 7B", R"({"model_type": "olmo2", "num_hidden_layers": 32,
        "hidden_size": 4096, "num_attention_heads": 32,
        "intermediate_size": 11008, "rope_theta": 500000,
        "vocab_size": 100352})"},
      // Warner et al. 2024, section 2; ModernBertConfig by default.
      {"ModernBERT", R"({"model_type": "modernbert", "num_hidden_layers": 22,
        "hidden_size": 768, "num_attention_heads": 12,
        "intermediate_size": 1152, "vocab_size": 50368,
        "architectures": ["ModernBertForMaskedLM"]})"},
      // DeepSeek-AI 2024, section 4.2; its config.json.
      {"DeepSeek-V3", R"({"model_type": "deepseek_v3", "num_hidden_layers": 61,
        "hidden_size": 7168, "num_attention_heads": 128, "q_lora_rank": 1536,
        "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
        "v_head_dim": 128, "intermediate_size": 18432,
        "moe_intermediate_size": 2048, "n_routed_experts": 256,
        "num_experts_per_tok": 8, "n_shared_experts": 1, "n_group": 8,
        "topk_group": 4, "first_k_dense_replace": 3, "vocab_size": 129280,
        "max_position_embeddings": 163840,
        "rope_scaling": {"rope_type": "yarn", "factor": 40, "beta_fast": 32,
          "beta_slow": 1, "mscale": 1, "mscale_all_dim": 1,
          "original_max_position_embeddings": 4096}})"},
      // Gemma Team 2025, "Gemma 3", section 2; its config.json.
      {"Gemma 3 4B", R"({"model_type": "gemma3_text", "num_hidden_layers": 34,
        "hidden_size": 2560, "num_attention_heads": 8, "head_dim": 256,
        "num_key_value_heads": 4, "intermediate_size": 10240,
        "sliding_window": 1024, "query_pre_attn_scalar": 256,
        "rope_scaling": {"rope_type": "linear", "factor": 8},
        "vocab_size": 262208})"},
      // Llama4TextConfig by default, with the experts of Scout's model card.
      {"Llama 4 Scout", R"({"model_type": "llama4_text",
        "num_hidden_layers": 48, "hidden_size": 5120,
        "num_attention_heads": 40, "head_dim": 128, "num_key_value_heads": 8,
        "intermediate_size": 8192, "intermediate_size_mlp": 16384,
        "num_local_experts": 16, "attention_chunk_size": 8192,
        "vocab_size": 202048})"},
      // Yang et al. 2025, "Qwen3 Technical Report", table 1.
      {"Qwen3 8B", R"({"model_type": "qwen3", "num_hidden_layers": 36,
        "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
        "num_key_value_heads": 8, "intermediate_size": 12288,
        "rope_theta": 1000000, "vocab_size": 151936})"},
      // SmolLM3Config by default, with the base of its training on long texts
      // (Bakouch et al. 2025).
      {"SmolLM3 3B", R"({"model_type": "smollm3", "num_hidden_layers": 36,
        "hidden_size": 2048, "num_attention_heads": 16,
        "num_key_value_heads": 4, "intermediate_size": 11008,
        "rope_theta": 5000000, "vocab_size": 128256})"},
      // OpenAI 2025, "gpt-oss", section 2; GptOssConfig by default.
      {"gpt-oss 20B", R"({"model_type": "gpt_oss", "num_hidden_layers": 24,
        "hidden_size": 2880, "num_attention_heads": 64, "head_dim": 64,
        "num_key_value_heads": 8, "intermediate_size": 2880,
        "num_local_experts": 32, "num_experts_per_tok": 4,
        "sliding_window": 128, "max_position_embeddings": 131072,
        "rope_scaling": {"rope_type": "yarn", "factor": 32, "beta_fast": 32,
          "beta_slow": 1, "truncate": false,
          "original_max_position_embeddings": 4096},
        "vocab_size": 201088})"},
  };
  return all;
}

// Step: since_2024
// Fold: words for some of the columns, and how positions are listed
std::vector<BlockOptions> blocks_of(const BlockStackOptions& stack) {
  return stack.blocks.empty() ? std::vector<BlockOptions>{stack.block}
                              : stack.blocks;
}

std::string norms_of(const BlockOptions& block) {
  if (block.output_norms) return "before, after";
  return block.norm_place == NormPlace::output ? "after" : "before";
}

// Of q and k, in all layers, in some or in none.
std::string inner_norms(const std::vector<BlockOptions>& blocks) {
  const auto n = std::count_if(blocks.begin(), blocks.end(),
                               [](const BlockOptions& block) {
                                 return block.attention.qk_norm.has_value();
                               });
  const bool all = n == std::ptrdiff_t(blocks.size());
  return n == 0 ? "-" : all ? "yes" : "in some";
}

std::string experts_or_net(const BlockOptions& block) {
  if (!block.experts) return net_of(block.feed_forward);
  return fmt::format("{} of {} experts", block.experts->experts_per_token,
                     block.experts->num_experts) +
         (block.experts->shared ? " + 1" : "");
}

// A model's positions, without "rotary, q and k …; ", beside its name.
void print_positions(Page& page, std::string name, const ModelInfo& info) {
  const std::string behind_rotary =
      info.positions.substr(info.positions.find("; ") + 2);
  for (const std::string& line : wrap_to_width(behind_rotary, 64)) {
    page.print("{:<14}{}\n", name, line);
    name.clear();
  }
}

// End fold
void since_2024(Page& page) {
  page.print("{:<14}{:>10}  {:<8}{:<15}{:<9}{}\n", "", "layers   D", "heads",
             "norms", "QK-norm", "feed-forward");
  double same = 0;
  std::vector<ModelInfo> infos;
  for (const Published& model : published_since_2024()) {
    const Recipe r = recipe_of(model.config);
    infos.push_back(r.info);
    const std::vector<BlockOptions> blocks = blocks_of(r.stack);
    page.print("{:<14}{:>4}{:>6}  {:<8}{:<15}{:<9}{}\n", model.name,
               r.stack.num_layers, r.stack.d_model,
               heads_of(blocks.back().attention), norms_of(blocks.back()),
               inner_norms(blocks), experts_or_net(blocks.back()));
    if (r.info.positions.find(" layers") == std::string::npos) same += 1;
  }
  page.print("\n");
  for (std::size_t i = 0; i < infos.size(); ++i)
    print_positions(page, published_since_2024()[i].name, infos[i]);
  page.came_out(same);
}
