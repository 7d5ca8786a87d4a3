#!/usr/bin/env python3
"""Opens what the library's save_pretrained() writes in Hugging Face's transformers.

    build/release/bin/resave /tmp/saved data/golden/models/*_tiny
    tests/golden/open_saved.py /tmp/saved/*

The first program reads each model and writes it anew, with the inputs of its golden case beside it.
Then no weight may be missing, left over or of another shape, and the results must be those of the
case, to 1e-5 of the largest. To be run by hand, with Debian's python3-torch, python3-transformers
and python3-safetensors.
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


def is_wrong(folder):
    with open(os.path.join(folder, "config.json")) as file:
        config = json.load(file)
    made_by = getattr(transformers, config["architectures"][0])
    model, info = made_by.from_pretrained(folder, attn_implementation="eager",
                                          output_loading_info=True, dtype=torch.float32)
    wrong = {key: names for key, names in info.items() if names}
    io = load_file(os.path.join(folder, "io.safetensors"))
    for key, off in difference(model.eval(), io).items():
        largest = io["out." + key].abs().max().item()
        print(f"{os.path.basename(folder)}: {key} off by {off:.1g} of {largest:.2g}")
        if not off <= 1e-5 * max(1, largest):
            wrong[key] = off
    if wrong:
        print("    wrong:", wrong)
    return bool(wrong)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wrong = [folder for folder in sys.argv[1:] if is_wrong(folder)]
    sys.exit(f"{len(wrong)} of {len(sys.argv) - 1} folders are wrong" if wrong else 0)


main()
