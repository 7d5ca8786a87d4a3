"""Trains the GPT of gpt.h with PyTorch, as its users are told to write it: fused attention and AdamW.

    train_step.py --config W2 --steps 50 --threads 1 --losses FILE
"""

import torch
import torch.nn.functional as F
from torch import nn

import workload

o = workload.options(config="W2", steps=50, losses="")
V, T, D, H, L, B = workload.SIZES[o.config]
torch.set_num_threads(o.threads)
weights = workload.InitialWeights()


def linear(columns, rows, bias=True):
    layer = nn.Linear(columns, rows, bias)
    layer.weight.data.copy_(torch.from_numpy(weights.next(rows, columns)))
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(D), nn.LayerNorm(D)
        self.qkv, self.out = linear(D, 3 * D), linear(D, D)
        self.up, self.down = linear(D, 4 * D), linear(4 * D, D)

    def forward(self, x):
        q, k, v = (part.view(B, T, H, D // H).transpose(1, 2)
                   for part in self.qkv(self.norm1(x)).split(D, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).contiguous().view(B, T, D))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(V, D)
        self.embedding.weight.data.copy_(torch.from_numpy(weights.next(V, D)))
        self.blocks = nn.ModuleList([Block() for _ in range(L)])
        self.norm, self.head = nn.LayerNorm(D), linear(D, V, bias=False)
        self.register_buffer("positions", torch.from_numpy(workload.sinusoids(T, D)))

    def forward(self, ids, targets):
        x = self.embedding(ids) + self.positions
        for block in self.blocks:
            x = block(x)
        return F.cross_entropy(self.head(self.norm(x)).view(-1, V), targets.view(-1))


model = Gpt()
try:
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01, fused=True)
except RuntimeError:  # before PyTorch 2.3 there is a fused one for GPUs only
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
stream = workload.TokenStream(V, T, B)


def step(number):
    ids, targets = (torch.from_numpy(x) for x in stream.at(number))
    loss = model(ids, targets)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.item()


workload.train("PyTorch", o.config, o.steps, o.threads, step, o.losses)
