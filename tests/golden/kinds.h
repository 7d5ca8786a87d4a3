#pragma once

#include <set>
#include <string>

#include "golden/case.h"

namespace horloge::golden {

/// Computes what a case asks for and hands each result to `check`.
using Run = void (*)(Case&);

/// The code of a kind; nullptr if there is none.
Run find_kind(const std::string& kind);

/// Kinds that have no code yet, but will: their cases count as not yet supported.
const std::set<std::string>& kinds_to_come();

void run_op(Case& c);

void run_activations(Case& c);
void run_softmax(Case& c);
void run_cross_entropy(Case& c);
void run_matmul(Case& c);

void run_embedding(Case& c);
void run_layernorm(Case& c);
void run_rmsnorm(Case& c);

void run_sdpa(Case& c);
void run_mha(Case& c);
void run_encoder_layer(Case& c);
void run_decoder_layer(Case& c);

void run_sinusoidal_table(Case& c);
void run_sinusoidal_rows(Case& c);
void run_sinusoidal_shift(Case& c);
void run_sinusoidal_variants(Case& c);
void run_positional_encoding_module(Case& c);
void run_learned_positions(Case& c);
void run_embedding_pipeline(Case& c);
void run_notebook_numbers(Case& c);

void run_rope(Case& c);
void run_rope_partial(Case& c);
void run_rope_relative_dot(Case& c);
void run_rope_scaling(Case& c);

void run_alibi_slopes(Case& c);
void run_alibi_bias(Case& c);
void run_alibi_bloom_bias(Case& c);
void run_bloom_attention(Case& c);
void run_t5_buckets(Case& c);
void run_t5_attention(Case& c);
void run_t5_ff_gated(Case& c);
void run_txl_rel_shift(Case& c);
void run_txl_attention(Case& c);

void run_gpt2_block(Case& c);
void run_llama_block(Case& c);
void run_swiglu_mlp(Case& c);
void run_bert_embeddings(Case& c);
void run_bert_layer(Case& c);
void run_model(Case& c);

void run_optimizer(Case& c);
void run_clip_grad_norm(Case& c);
void run_lr_schedule(Case& c);
void run_training(Case& c);

void run_pca(Case& c);
void run_tsne(Case& c);
void run_tsne_steps(Case& c);

}  // namespace horloge::golden
