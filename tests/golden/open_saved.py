#!/usr/bin/env python3
"""Opens what the library's save_pretrained() writes in Hugging Face's transformers.

    build/release/bin/resave /tmp/saved data/golden/models/*_tiny
    tests/golden/open_saved.py /tmp/saved/*

The first program reads each model and writes it anew, with the inputs of its golden case beside it.
The second prints a table. No weight may be missing, unexpected or of another shape, the results must
be those of the case, to 1e-5 of the largest, and so must the text that the case writes greedily. A
model that transformers has no class for any more is skipped, with a row that says so. To be run by
hand, with Debian's python3-torch, python3-transformers and python3-safetensors.

The greedy text is written by whole passes in which padding is masked and takes up no positions, as
in transformers 4. generate() of transformers 5 differs for llama_tiny, whose prompt ends with its
padding token: the tokens after it get positions 1, 2, … there, not 4, 5, …
"""

import json
import os
import sys

import torch
import transformers
from safetensors.torch import load_file

from renew_configs import difference

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def greedy(model, prompt, length):
    ids = prompt
    padding = getattr(model.config, "pad_token_id", None)
    counts = torch.ones_like(prompt) if padding is None else (prompt != padding).long()
    while ids.shape[1] < length:
        inputs = {"input_ids": ids, "use_cache": False}
        if not counts.all():
            positions = (counts.cumsum(-1) - 1).clamp(min=0)
            inputs.update(attention_mask=counts, position_ids=positions)
        with torch.no_grad():
            best = model(**inputs).logits[:, -1:].argmax(-1)
        ids = torch.cat([ids, best], 1)
        counts = torch.cat([counts, torch.ones_like(best)], 1)
    return ids


def compared(folder, class_name):
    """A row of the table after the folder's name, and whether all is as it should be."""
    model, info = getattr(transformers, class_name).from_pretrained(
        folder, attn_implementation="eager", output_loading_info=True, dtype=torch.float32)
    model.eval()
    wrong = [f"{kind}: {', '.join(map(str, names))}" for kind, names in info.items() if names]
    io = load_file(os.path.join(folder, "io.safetensors"))
    results, right = [], not wrong
    for key, off in difference(model, io).items():
        largest = io["out." + key].abs().max().item()
        results.append(f"{key}: {off:.1g} of {largest:.2g}")
        right = right and off <= 1e-5 * max(1, largest)
    text = "none stored"
    if "out.greedy" in io:
        same = torch.equal(greedy(model, io["in.prompt"], io["out.greedy"].shape[1]), io["out.greedy"])
        text, right = "yes" if same else "NO", right and same
    return [", ".join(results), "; ".join(wrong) or "none", text], right and results


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wrong = 0
    print("| folder | largest difference | keys missing or unexpected | same greedy text |")
    print("| --- | --- | --- | --- |")
    for folder in sys.argv[1:]:
        with open(os.path.join(folder, "config.json")) as file:
            class_name = json.load(file)["architectures"][0]
        if hasattr(transformers, class_name):
            row, right = compared(folder, class_name)
            wrong += not right
        else:
            row = [f"skipped: transformers {transformers.__version__} has no {class_name}", "", ""]
        print("|", " | ".join([os.path.basename(folder.rstrip("/"))] + row), "|", flush=True)
    sys.exit(f"{wrong} of {len(sys.argv) - 1} folders are wrong" if wrong else 0)


main()
