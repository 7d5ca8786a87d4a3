"""What attention_speed measures, of PyTorch's scaled_dot_product_attention.

    attention.py --kind window --length 4096 --threads 1
"""

import numpy as np
import torch
import torch.nn.functional as F

import workload

o = workload.options(kind="causal", length=1024, heads=4, width=64, window=256)
torch.set_num_threads(o.threads)
weights = workload.InitialWeights()


def next_tensor():
    numbers = weights.next(1, o.heads, o.length, o.width) * np.float32(50)
    return torch.from_numpy(numbers).requires_grad_()


def masks():
    if o.kind == "causal":
        return {"is_causal": True}
    at = torch.arange(o.length)
    back = at[:, None] - at[None]
    if o.kind == "window":
        return {"attn_mask": (back >= 0) & (back < o.window)}
    return {"attn_mask": (-back.float() / 4).masked_fill(back < 0, float("-inf"))}


def size(x):
    return x.double().abs().sum().item()


q, k, v, dy = (next_tensor() for _ in range(4))
attend = masks()
y = None


def forward():
    global y
    with torch.no_grad():
        y = F.scaled_dot_product_attention(q, k, v, **attend)


def both():
    q.grad = k.grad = v.grad = None
    F.scaled_dot_product_attention(q, k, v, **attend).backward(dy)


forward_ms, both_ms = workload.median_of_runs(forward), workload.median_of_runs(both)
print(f"peer=PyTorch kind={o.kind} length={o.length} threads={o.threads} "
      f"forward_ms={forward_ms:.3f} both_ms={both_ms:.3f} rss_mb={workload.peak_megabytes():.1f} "
      f"y={size(y):.6g} dq={size(q.grad):.6g} dk={size(k.grad):.6g} dv={size(v.grad):.6g}")
