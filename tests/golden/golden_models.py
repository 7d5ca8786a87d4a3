"""The configs of the golden models that write_models.py makes, each with what is particular to it.

`config` is what transformers makes the model from, `convention` says what the case shows, `padded`
is how many tokens at the start of the second text are padding, `spread` the standard deviation
of its matrices, `seed` that of its inputs, one with which the most likely tokens are so by far.
"""

SIZES = {"vocab_size": 40, "hidden_size": 16, "intermediate_size": 20, "num_hidden_layers": 2,
         "num_attention_heads": 4, "max_position_embeddings": 64, "bos_token_id": 1,
         "eos_token_id": 2, "pad_token_id": 0}
GROUPED = dict(SIZES, num_key_value_heads=2)
WIDE_HEADS = dict(GROUPED, head_dim=6)


def model(model_type, class_name, convention, sizes, more=None, **rest):
    config = dict(sizes, model_type=model_type, architectures=[class_name], **(more or {}))
    return dict(rest, config=config, convention=convention)


MODELS = {
    "gpt_neox_tiny": model(
        "gpt_neox", "GPTNeoXForCausalLM", "GPT-NeoX: half of each head rotates, parallel parts",
        SIZES, {"rope_parameters": {"rope_type": "default", "rope_theta": 100.0,
                                    "partial_rotary_factor": 0.5}}),
    "gptj_tiny": model(
        "gptj", "GPTJForCausalLM", "GPT-J: half of each head rotates, in interleaved pairs",
        {"vocab_size": 40, "n_embd": 16, "n_head": 2, "n_layer": 2, "n_inner": 20, "rotary_dim": 4,
         "n_positions": 64, "bos_token_id": 1, "eos_token_id": 2}),
    "mistral_tiny": model(
        "mistral", "MistralForCausalLM", "Mistral: LLaMA with a window of 4 tokens", WIDE_HEADS,
        {"sliding_window": 4}),
    "roformer_tiny": model(
        "roformer", "RoFormerForMaskedLM", "RoFormer: BERT with interleaved rotary pairs",
        dict(SIZES, embedding_size=16, type_vocab_size=2), greedy=False, padded=0),
    "t5_tiny": model(
        "t5", "T5ForConditionalGeneration", "T5: an encoder and a decoder, biased by distance",
        {"vocab_size": 40, "d_model": 16, "d_kv": 4, "d_ff": 20, "num_layers": 2, "num_heads": 4,
         "relative_attention_num_buckets": 8, "relative_attention_max_distance": 12,
         "decoder_start_token_id": 0, "eos_token_id": 1, "pad_token_id": 0}, greedy=False,
        shape=(2, 12)),
    "qwen3_tiny": model(
        "qwen3", "Qwen3ForCausalLM",
        "Qwen3: RMSNorm of each head's queries and keys before they rotate; a window of 4 tokens "
        "in the last two layers", dict(WIDE_HEADS, num_hidden_layers=3),
        {"use_sliding_window": True, "sliding_window": 4, "max_window_layers": 1}, padded=3, seed=31),
    "smollm3_tiny": model(
        "smollm3", "SmolLM3ForCausalLM", "SmolLM3: no positions in each fourth layer",
        dict(GROUPED, num_hidden_layers=4)),
    "olmo2_tiny": model(
        "olmo2", "Olmo2ForCausalLM",
        "OLMo 2: what each part adds is normalised, not what it reads; RMSNorm of all queries and "
        "of all keys at once", GROUPED),
    "gemma2_tiny": model(
        "gemma2", "Gemma2ForCausalLM",
        "Gemma 2: scores and logits softly capped, norms before and after each part, a window of 4 "
        "tokens in each other layer, scores scaled by a setting", dict(WIDE_HEADS, num_hidden_layers=3),
        {"sliding_window": 4, "query_pre_attn_scalar": 10, "attn_logit_softcapping": 3.0,
         "final_logit_softcapping": 5.0}, padded=3),
    "gemma3_tiny": model(
        "gemma3_text", "Gemma3ForCausalLM",
        "Gemma 3, text: norms of queries and keys, local layers of 4 tokens with a base of their "
        "own; the global layer's positions are divided by 8", dict(WIDE_HEADS, num_hidden_layers=3),
        {"sliding_window": 4, "query_pre_attn_scalar": 10,
         "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
         "rope_parameters": {
             "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
             "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 10000.0}}},
        padded=3),
    "gpt_oss_tiny": model(
        "gpt_oss", "GptOssForCausalLM",
        "gpt-oss: a sink for each head in the softmax, a window of 4 tokens in each other layer, "
        "YaRN whose ramp is not rounded, experts with a clipped SwiGLU", WIDE_HEADS,
        {"num_hidden_layers": 2, "num_local_experts": 4, "num_experts_per_tok": 2,
         "sliding_window": 4,
         "rope_parameters": {"rope_type": "yarn", "rope_theta": 100.0, "factor": 4.0,
                             "beta_fast": 4.0, "beta_slow": 1.0, "truncate": False,
                             "original_max_position_embeddings": 16}}, padded=3),
    "modernbert_tiny": model(
        "modernbert", "ModernBertForMaskedLM",
        "ModernBERT: an encoder, rotary, whose local layers see 3 tokens to either side and have a "
        "base of their own; norms before, none before the first attention",
        dict(SIZES, num_hidden_layers=4),
        {"local_attention": 6, "hidden_activation": "gelu", "cls_token_id": 1, "sep_token_id": 2,
         "rope_parameters": {
             "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
             "full_attention": {"rope_type": "default", "rope_theta": 10000.0}}},
        greedy=False, padded=3),
    "llama4_tiny": model(
        "llama4_text", "Llama4ForCausalLM",
        "Llama 4, text: rotary layers see their own chunk of 4 tokens, each fourth sees all without "
        "positions, its queries scaled by length; experts in each other layer",
        dict(WIDE_HEADS, num_hidden_layers=4),
        {"intermediate_size": 12, "intermediate_size_mlp": 20, "attention_chunk_size": 4,
         "floor_scale": 3, "attn_scale": 0.5, "num_local_experts": 3, "num_experts_per_tok": 1,
         "interleave_moe_layer_step": 2}),
    "deepseek_v3_tiny": model(
        "deepseek_v3", "DeepseekV3ForCausalLM",
        "DeepSeek-V3: keys and values from one narrow vector, positions in a rotary part beside "
        "them, experts chosen by group; YaRN with mscale", SIZES,
        {"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 4,
         "moe_intermediate_size": 8, "n_shared_experts": 2, "n_routed_experts": 8, "n_group": 4,
         "topk_group": 2, "num_experts_per_tok": 3, "first_k_dense_replace": 1,
         "q_lora_rank": 12, "kv_lora_rank": 10, "qk_rope_head_dim": 4, "qk_nope_head_dim": 6,
         "v_head_dim": 5, "routed_scaling_factor": 2.5,
         "rope_parameters": {"rope_type": "yarn", "rope_theta": 100.0, "factor": 4.0,
                             "beta_fast": 4.0, "beta_slow": 1.0, "mscale": 1.0,
                             "mscale_all_dim": 0.5, "original_max_position_embeddings": 16}},
        padded=3, seed=31),
}
