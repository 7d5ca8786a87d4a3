// The settings of published models, and their recipes.

#include "published.h"

#include <variant>

#include "horloge/models/architectures.h"

using horloge::Checkpoint;
using horloge::Config;
using horloge::Rng;

// In the order of their years, 2018 to 2024. Above each stands where its
// settings are from.
const std::vector<Published>& published_models() {
  static const std::vector<Published> all = {
      // The package @tensorflow-models/universal-sentence-encoder: its graph.
      {"USE Lite", R"({"model_type": "use-lite", "num_hidden_layers": 2,
        "hidden_size": 512, "embedding_size": 256, "embedding_scale": 2,
        "num_attention_heads": 4, "intermediate_size": 1536,
        "hidden_act": "relu", "layer_norm_eps": 1e-6, "vocab_size": 8002,
        "max_position_embeddings": 128,
        "architectures": ["UniversalSentenceEncoderLite"]})"},
      // Devlin et al. 2018, section 3; Hugging Face's BertConfig by default.
      {"BERT base", R"({"model_type": "bert", "num_hidden_layers": 12,
        "hidden_size": 768, "num_attention_heads": 12,
        "max_position_embeddings": 512, "intermediate_size": 3072,
        "architectures": ["BertForMaskedLM"]})"},
      // The one of WikiText-103: TransfoXLConfig by default.
      {"Transformer-XL", R"({"model_type": "transfo-xl", "n_layer": 18,
        "d_model": 1024, "n_head": 16, "d_head": 64, "d_inner": 4096,
        "mem_len": 1600, "architectures": ["TransfoXLLMHeadModel"]})"},
      // Radford et al. 2019, table 2; GPT2Config by default.
      {"GPT-2", R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768,
        "n_head": 12, "n_positions": 1024, "vocab_size": 50257})"},
      // Liu et al. 2019, table 9; config.json of roberta-base.
      {"RoBERTa base", R"({"model_type": "roberta", "num_hidden_layers": 12,
        "hidden_size": 768, "num_attention_heads": 12, "vocab_size": 50265,
        "max_position_embeddings": 514, "intermediate_size": 3072,
        "architectures": ["RobertaForMaskedLM"]})"},
      // Sanh et al. 2019, section 3; DistilBertConfig by default.
      {"DistilBERT", R"({"model_type": "distilbert", "n_layers": 6, "dim": 768,
        "n_heads": 12, "hidden_dim": 3072, "max_position_embeddings": 512,
        "architectures": ["DistilBertForMaskedLM"]})"},
      // Raffel et al. 2020, section 3.1.1; config.json of t5-base.
      {"T5 base", R"({"model_type": "t5", "num_layers": 12, "d_model": 768,
        "num_heads": 12, "d_kv": 64, "d_ff": 3072, "vocab_size": 32128,
        "relative_attention_num_buckets": 32,
        "architectures": ["T5ForConditionalGeneration"]})"},
      // RoFormerConfig by default, which is roformer_chinese_base.
      {"RoFormer", R"({"model_type": "roformer", "num_hidden_layers": 12,
        "hidden_size": 768, "num_attention_heads": 12, "vocab_size": 50000,
        "max_position_embeddings": 1536, "intermediate_size": 3072,
        "architectures": ["RoFormerForMaskedLM"]})"},
      // Its model card, a table; GPTJConfig by default.
      {"GPT-J 6B", R"({"model_type": "gptj", "n_layer": 28, "n_embd": 4096,
        "n_head": 16, "rotary_dim": 64, "vocab_size": 50400})"},
      // Black et al. 2022, section 2; GPTNeoXConfig by default.
      {"GPT-NeoX 20B", R"({"model_type": "gpt_neox", "num_hidden_layers": 44,
        "hidden_size": 6144, "num_attention_heads": 64, "rotary_pct": 0.25,
        "intermediate_size": 24576, "hidden_act": "gelu_fast",
        "vocab_size": 50432})"},
      // Le Scao et al. 2022, table 3; config.json of bloom-560m.
      {"BLOOM 560M", R"({"model_type": "bloom", "n_layer": 24,
        "hidden_size": 1024, "n_head": 16, "vocab_size": 250880})"},
      // Touvron et al. 2023, table 2; LlamaConfig by default.
      {"LLaMA 7B", R"({"model_type": "llama", "num_hidden_layers": 32,
        "hidden_size": 4096, "num_attention_heads": 32,
        "intermediate_size": 11008, "vocab_size": 32000})"},
      // Jiang et al. 2023, table 1.
      {"Mistral 7B", R"({"model_type": "mistral", "num_hidden_layers": 32,
        "hidden_size": 4096, "num_attention_heads": 32,
        "num_key_value_heads": 8, "sliding_window": 4096,
        "intermediate_size": 14336, "vocab_size": 32000})"},
      // config.json of microsoft/phi-2.
      {"Phi-2", R"({"model_type": "phi", "num_hidden_layers": 32,
        "hidden_size": 2560, "num_attention_heads": 32,
        "partial_rotary_factor": 0.4, "intermediate_size": 10240,
        "hidden_act": "gelu_new", "vocab_size": 51200})"},
      // Gemma Team 2024, table 1 (both halves of the gate are counted there).
      {"Gemma 2B", R"({"model_type": "gemma", "num_hidden_layers": 18,
        "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
        "num_key_value_heads": 1, "intermediate_size": 16384,
        "vocab_size": 256000})"},
      // Grattafiori et al. 2024, table 3; config.json of Meta-Llama-3-8B.
      {"Llama 3 8B", R"({"model_type": "llama", "num_hidden_layers": 32,
        "hidden_size": 4096, "num_attention_heads": 32,
        "num_key_value_heads": 8, "rope_theta": 500000,
        "max_position_embeddings": 8192, "intermediate_size": 14336,
        "vocab_size": 128256})"},
      // Phi3Config by default; its window as in Phi-3-mini-4k-instruct.
      {"Phi-3 mini", R"({"model_type": "phi3", "num_hidden_layers": 32,
        "hidden_size": 3072, "num_attention_heads": 32,
        "num_key_value_heads": 32, "intermediate_size": 8192,
        "sliding_window": 2047, "vocab_size": 32064})"},
      // Yang et al. 2024, table 1; config.json of Qwen2-7B.
      {"Qwen2 7B", R"({"model_type": "qwen2", "num_hidden_layers": 28,
        "hidden_size": 3584, "num_attention_heads": 28,
        "num_key_value_heads": 4, "rope_theta": 1000000,
        "intermediate_size": 18944, "vocab_size": 152064})"},
  };
  return all;
}

namespace {

Recipe shortened(const horloge::DecoderRecipe& r) {
  return {r.info, r.stack, r.head, r.positions->parameter_count()};
}

Recipe shortened(const horloge::EncoderRecipe& r) {
  return {r.info, r.stack, r.head.kind, r.positions->parameter_count()};
}

Recipe shortened(const horloge::EncoderDecoderRecipe& r) {
  return {r.info, r.encoder, r.head,
          r.encoder_positions->parameter_count() +
              r.decoder_positions->parameter_count()};
}

// Queries have a bias for the words and one for the positions, and the
// positions a projection of their own, in each layer.
Recipe shortened(const horloge::TransformerXLRecipe& r) {
  const std::size_t D = r.stack.d_model;
  const auto& attention = r.stack.block.attention;
  const std::size_t biases = 2 * attention.num_heads * attention.head_dim;
  const std::size_t projection =
      attention.num_heads * attention.head_dim * D * r.stack.num_layers;
  return {r.info, r.stack,
          r.head ? horloge::HeadKind::tied : horloge::HeadKind::none,
          projection + biases * (r.shared_biases ? 1 : r.stack.num_layers)};
}

}  // namespace

Recipe recipe_of(const std::string& config) {
  Checkpoint checkpoint{Config::parse(config), {}};
  checkpoint.no_weights = true;
  Rng rng = Rng::undrawn();
  const horloge::AnyRecipe recipe = horloge::recipe_of(checkpoint, rng);
  checkpoint.config.finish();  // a setting that nobody has read is an error
  return std::visit([](const auto& r) { return shortened(r); }, recipe);
}
