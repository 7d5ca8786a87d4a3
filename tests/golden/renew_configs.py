#!/usr/bin/env python3
"""Writes config_5.json into golden models of transformers 4: the config of the same model as
transformers 5 saves it, for bin/golden to read beside the old one.

    tests/golden/renew_configs.py data/golden/models

Each folder is opened, its results are compared with those of io.safetensors, and it is saved. Names
of weights that the new version writes otherwise are listed: those are read as well, or the golden
test would say so. To be run by hand, with Debian's python3-torch, python3-transformers and
python3-safetensors.
"""

import os
import shutil
import sys
import tempfile

import torch
import transformers
from safetensors.torch import load_file

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()

FOLDERS = ["bert_tiny", "bloom_tiny", "distilbert_tiny", "gemma_tiny", "gpt2_tiny",
           "llama_gqa_tiny", "llama_tiny", "phi3_tiny", "phi_tiny", "qwen2_tiny", "roberta_tiny",
           "t5_encoder_tiny"]


def difference(model, io):
    """The largest difference of the scores, or of the last hidden states, where no padding is."""
    inputs = {key[3:]: value for key, value in io.items() if key in
              ("in.input_ids", "in.attention_mask", "in.token_type_ids", "in.position_ids")}
    if model.config.is_encoder_decoder:
        inputs["labels"] = io["in.labels"]
    with torch.no_grad():
        out = model(**inputs)
    worst = {}
    for key in ("logits", "prediction_logits", "last_hidden_state"):
        if "out." + key in io and getattr(out, key, None) is not None:
            off = (getattr(out, key) - io["out." + key]).abs()
            if "in.compare_mask" in io:
                off = off[io["in.compare_mask"].bool()]
            worst[key] = off.max().item()
    return worst


def renew(folder):
    config = transformers.AutoConfig.from_pretrained(folder)
    made_by = getattr(transformers, (config.architectures or ["BertForPreTraining"])[0])
    model = made_by.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    io = load_file(os.path.join(folder, "io.safetensors"))
    print(os.path.basename(folder), difference(model, io))
    with tempfile.TemporaryDirectory() as new:
        model.save_pretrained(new)
        shutil.copy(os.path.join(new, "config.json"), os.path.join(folder, "config_5.json"))
        before = set(load_file(os.path.join(folder, "model.safetensors")))
        now = set(load_file(os.path.join(new, "model.safetensors")))
    for name in sorted(before ^ now):
        print("   ", "only before:" if name in before else "only now:", name)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name in FOLDERS:
        renew(os.path.join(sys.argv[1], name))


if __name__ == "__main__":
    main()
