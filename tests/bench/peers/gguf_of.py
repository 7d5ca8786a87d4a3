"""Writes a LLaMA of generate_speed's as the file that llama.cpp reads, with the same numbers.

    gguf_of.py FOLDER FILE [--bfloat16]
"""

import json
import sys
from pathlib import Path

import gguf
from safetensors import safe_open

folder, path = Path(sys.argv[1]), sys.argv[2]
as_bfloat16 = "--bfloat16" in sys.argv[3:]
config = json.loads((folder / "config.json").read_text())
vocab_size = config["vocab_size"]

out = gguf.GGUFWriter(path, "llama")
out.add_context_length(config["max_position_embeddings"])
out.add_embedding_length(config["hidden_size"])
out.add_block_count(config["num_hidden_layers"])
out.add_feed_forward_length(config["intermediate_size"])
out.add_head_count(config["num_attention_heads"])
out.add_head_count_kv(config["num_key_value_heads"])
out.add_rope_dimension_count(config["hidden_size"] // config["num_attention_heads"])
out.add_layer_norm_rms_eps(config["rms_norm_eps"])
out.add_vocab_size(vocab_size)

# Each token is spelled as its number; token 1 begins a text.
kinds = [gguf.TokenType.NORMAL] * vocab_size
kinds[1] = gguf.TokenType.CONTROL
out.add_tokenizer_model("llama")
out.add_token_list([f"{i}\n" for i in range(vocab_size)])
out.add_token_scores([0.0] * vocab_size)
out.add_token_types(kinds)
out.add_bos_token_id(1)
out.add_eos_token_id(0)
out.add_add_bos_token(True)
out.add_add_space_prefix(False)

NAMES = {"tok_embeddings": "token_embd", "norm": "output_norm", "attention_norm": "attn_norm",
         "attention.wq": "attn_q", "attention.wk": "attn_k", "attention.wv": "attn_v",
         "attention.wo": "attn_output", "ffn_norm": "ffn_norm", "feed_forward.w1": "ffn_gate",
         "feed_forward.w2": "ffn_down", "feed_forward.w3": "ffn_up"}
with safe_open(folder / "model.safetensors", "numpy") as weights:
    for name in weights.keys():
        part = name.removesuffix(".weight")
        prefix = ""
        if part.startswith("layers."):
            _, layer, part = part.split(".", 2)
            prefix = f"blk.{layer}."
        x, kind = weights.get_tensor(name), None
        if as_bfloat16 and x.ndim == 2:
            kind = gguf.GGMLQuantizationType.BF16
            x = gguf.quants.quantize(x, kind)
        out.add_tensor(prefix + NAMES[part] + ".weight", x, raw_dtype=kind)
out.write_header_to_file()
out.write_kv_data_to_file()
out.write_tensors_to_file()
out.close()
