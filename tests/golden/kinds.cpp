#include "golden/kinds.h"

#include <map>

namespace horloge::golden {
namespace {

const std::map<std::string, Run> kinds = {
    {"op", run_op},

    {"activations", run_activations},
    {"softmax", run_softmax},
    {"cross_entropy", run_cross_entropy},
    {"matmul", run_matmul},

    {"embedding", run_embedding},
    {"layernorm", run_layernorm},
    {"rmsnorm", run_rmsnorm},

    {"sdpa", run_sdpa},
    {"mha", run_mha},
    {"encoder_layer", run_encoder_layer},
    {"decoder_layer", run_decoder_layer},

    {"sinusoidal_table", run_sinusoidal_table},
    {"sinusoidal_rows", run_sinusoidal_rows},
    {"sinusoidal_shift", run_sinusoidal_shift},
    {"sinusoidal_variants", run_sinusoidal_variants},
    {"positional_encoding_module", run_positional_encoding_module},
    {"learned_positions", run_learned_positions},
    {"embedding_pipeline", run_embedding_pipeline},
    {"notebook_numbers", run_notebook_numbers},

    {"rope", run_rope},
    {"rope_partial", run_rope_partial},
    {"rope_relative_dot", run_rope_relative_dot},
    {"rope_scaling", run_rope_scaling},

    {"alibi_slopes", run_alibi_slopes},
    {"alibi_bias", run_alibi_bias},
    {"alibi_bloom_bias", run_alibi_bloom_bias},
    {"bloom_attention", run_bloom_attention},
    {"t5_buckets", run_t5_buckets},
    {"t5_attention", run_t5_attention},
    {"t5_ff_gated", run_t5_ff_gated},
    {"txl_rel_shift", run_txl_rel_shift},
    {"txl_attention", run_txl_attention},

    {"gpt2_block", run_gpt2_block},
    {"llama_block", run_llama_block},
    {"swiglu_mlp", run_swiglu_mlp},
    {"bert_embeddings", run_bert_embeddings},
    {"bert_layer", run_bert_layer},
    {"model", run_model},

    {"optimizer", run_optimizer},
    {"clip_grad_norm", run_clip_grad_norm},
    {"lr_schedule", run_lr_schedule},
    {"training", run_training},

    {"pca", run_pca},
    {"tsne", run_tsne},
    {"tsne_steps", run_tsne_steps},
};

}  // namespace

Run find_kind(const std::string& kind) {
  const auto found = kinds.find(kind);
  return found == kinds.end() ? nullptr : found->second;
}

const std::set<std::string>& kinds_to_come() {
  static const std::set<std::string> none;
  return none;
}

}  // namespace horloge::golden
