#!/usr/bin/env python3
"""Writes the golden models of data/golden/models that say "written by tests/golden/write_models.py".

    tests/golden/write_models.py FOLDER [NAME …]

Each is a small model of Hugging Face's transformers, made from the config below with random
weights, in its own folder: config.json and model.safetensors as save_pretrained() writes them, and
io.safetensors with inputs and results (data/golden/README.md has the form). The numbers depend on
nothing but the seeds and the versions of transformers and PyTorch. To be run by hand, with Debian's
python3-torch, python3-transformers and python3-safetensors.

Results in float64 come from a second run, in a process of its own, in which float32 means float64
wherever the model's code says it: transformers casts to float32 in norms, softmax and rotations.
"""

import json
import os
import subprocess
import sys

import torch

in_double = sys.argv[1:2] == ["--double"]
if in_double:
    exact_weights = torch.load(os.path.join(sys.argv[2], "weights.pt"))
    torch.float32 = torch.float = torch.float64
    torch.Tensor.float = torch.Tensor.double
    torch.set_default_dtype(torch.float64)

import transformers
from safetensors.torch import save_file

from golden_models import MODELS

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def rerandomised(model, spread):
    """Weights that differ enough for each part of the model to be seen in its results."""
    generator = torch.Generator().manual_seed(17)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            if not weight.requires_grad:  # RoFormer's table of sines
                continue
            drawn = torch.randn(weight.shape, generator=generator, dtype=torch.float32)
            if weight.dim() > 1:
                weight.copy_(spread * drawn)
            elif "norm" in name and name.endswith("weight"):
                weight.copy_(weight + 0.2 * drawn)
            else:
                weight.copy_(0.3 * drawn)
        for name, buffer in sorted(model.named_buffers()):
            if name.endswith("e_score_correction_bias"):
                buffer.copy_(0.3 * torch.randn(buffer.shape, generator=generator))
    return model


def made(spec):
    torch.manual_seed(5)
    config = transformers.AutoConfig.for_model(**spec["config"])
    config._attn_implementation = config._experts_implementation = "eager"
    return getattr(transformers, spec["config"]["architectures"][0])(config)


def inputs_of(spec):
    generator = torch.Generator().manual_seed(spec.get("seed", 29))
    shape, vocabulary = spec.get("shape", (2, 10)), spec["config"]["vocab_size"]
    ids = torch.randint(3, vocabulary, shape, generator=generator)
    inputs = {"input_ids": ids, "labels": torch.randint(3, vocabulary, shape, generator=generator)}
    if spec.get("padded"):
        mask = torch.ones(shape, dtype=torch.int64)
        mask[1, : spec["padded"]] = 0
        inputs["attention_mask"] = mask
        inputs["labels"][1, : spec["padded"] + 1] = -100  # nor is one predicted from padding
    return inputs


def run(model, inputs):
    with torch.no_grad():
        out = model(**inputs, output_hidden_states=True, use_cache=False, return_dict=True)
    results = {"logits": out.logits, "loss": out.loss}
    for key in ("hidden_states", "decoder_hidden_states"):
        for i, hidden in enumerate(getattr(out, key, None) or ()):
            results[("decoder_" if "decoder" in key else "") + f"hidden_{i}"] = hidden
    return {name: value.detach().clone() for name, value in results.items()}


def greedy(model, prompt, count):
    """The most likely token, again and again, by whole passes."""
    ids, gaps = prompt, []
    for _ in range(count):
        with torch.no_grad():
            best = model(input_ids=ids, use_cache=False).logits[:, -1].topk(2).values
            ids = torch.cat([ids, model(input_ids=ids, use_cache=False).logits[:, -1:].argmax(-1)], 1)
        gaps.append((best[:, 0] - best[:, 1]).min().item())
    return ids, min(gaps)


def write_double(folder, spec):
    """The second run: reads what the first left in the folder, and leaves its results there."""
    model = made(spec).double()
    model.load_state_dict(exact_weights, assign=True)
    torch.save(run(model.eval(), inputs_of(spec)), os.path.join(folder, "results.pt"))


def results_in_double(folder, name, model):
    exact = {key: value.double() for key, value in model.state_dict().items()}
    torch.save(exact, os.path.join(folder, "weights.pt"))
    subprocess.run([sys.executable, "-B", __file__, "--double", folder, name], check=True)
    results = torch.load(os.path.join(folder, "results.pt"))
    for file in ("weights.pt", "results.pt"):
        os.remove(os.path.join(folder, file))
    return results


def write(folder, name, spec):
    model = rerandomised(made(spec), spec.get("spread", 0.35)).eval()
    model.save_pretrained(folder)
    if os.path.exists(os.path.join(folder, "generation_config.json")):
        os.remove(os.path.join(folder, "generation_config.json"))
    double = results_in_double(folder, name, model)

    inputs = inputs_of(spec)
    single = run(model, inputs)
    arrays = {"in." + key: value for key, value in inputs.items()}
    if "attention_mask" in inputs:
        arrays["in.compare_mask"] = inputs["attention_mask"].clone()
    atol, worst = {}, 0.0
    for key, value in single.items():
        off = (value.double() - double[key]).abs().max().item()
        worst = max(worst, off)
        atol["out." + key] = float(f"{max(8 * off, 4e-6 * double[key].abs().max().item()):.2g}")
        arrays["out." + key] = value
        if key in ("logits", "loss"):
            arrays["out." + key + "__f64"] = double[key]
    notes = f"float32 differs from float64 by {worst:.1g} at most"
    if spec.get("greedy", True):
        arrays["in.prompt"] = inputs["input_ids"][:1, :4].clone()
        arrays["out.greedy"], gap = greedy(model, arrays["in.prompt"], spec.get("writes", 10))
        notes += f"; greedy: the argmax of whole passes, smallest gap of the two best {gap:.3f}"
    settings = json.load(open(os.path.join(folder, "config.json")))
    metadata = {
        "kind": "model",
        "config": json.dumps(dict(settings, **{"class": type(model).__name__})),
        "convention": spec["convention"],
        "source": f"huggingface/transformers {transformers.__version__}, PyTorch "
                  f"{torch.__version__}, Debian's packages; attention and experts \"eager\"; float64: the same "
                  "code, in which float32 means float64; written by tests/golden/write_models.py",
        "atol": json.dumps(atol),
        "notes": notes,
    }
    save_file({key: value.contiguous() for key, value in arrays.items()},
              os.path.join(folder, "io.safetensors"), metadata)
    print(f"{name}: {notes}")


def main():
    if in_double:
        return write_double(sys.argv[2], MODELS[sys.argv[3]])
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name in sys.argv[2:] or MODELS:
        write(os.path.join(sys.argv[1], name), name, MODELS[name])


main()
