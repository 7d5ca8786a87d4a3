"""What all implementations train, as workload.h says, and the clock and the report that run.h has."""

import argparse
import resource
import statistics
import time

import numpy as np

SIZES = {"W1": (64, 16, 32, 4, 2, 32), "W2": (65, 64, 128, 4, 4, 12),
         "W3": (65, 256, 384, 6, 6, 4), "W4": (65, 2048, 256, 4, 2, 1)}
SEQUENCE_LENGTH = 20000


def mixed(i):
    """SplitMix64: a well-mixed number for each i."""
    with np.errstate(over="ignore"):
        z = (np.asarray(i, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


class InitialWeights:
    """Uniform numbers with standard deviation 0.02, one after the other."""

    def __init__(self):
        self.drawn = 0

    def next(self, *shape):
        count = int(np.prod(shape))
        words = mixed(np.arange(self.drawn, self.drawn + count, dtype=np.uint64))
        self.drawn += count
        numbers = (words >> np.uint64(40)).astype(np.float32) * np.float32(2 ** -24)
        return ((numbers - np.float32(0.5)) * np.float32(0.0692820323)).reshape(shape)


class TokenStream:
    def __init__(self, vocab_size, seq_len, batch_size):
        self.seq_len, self.batch_size = seq_len, batch_size
        chance = mixed(np.arange(SEQUENCE_LENGTH, dtype=np.uint64) + np.uint64(1000000007))
        ids, token = [], 1
        for step in (chance % np.uint64(3)).tolist():
            ids.append(token)
            token = (token * 5 + step) % vocab_size
        self.sequence = np.array(ids, dtype=np.int64)

    def at(self, step):
        """The ids (B, T) of a step, and their targets."""
        words = mixed(np.arange(self.batch_size, dtype=np.uint64) + np.uint64(5000000 + step * 1000))
        first = words % np.uint64(SEQUENCE_LENGTH - self.seq_len - 1)
        where = first.astype(np.int64)[:, None] + np.arange(self.seq_len)[None]
        return self.sequence[where], self.sequence[where + 1]


def sinusoids(seq_len, d_model):
    angles = np.arange(seq_len)[:, None] / 10000.0 ** (2.0 * (np.arange(d_model) // 2) / d_model)
    return np.where(np.arange(d_model) % 2 == 1, np.cos(angles), np.sin(angles)).astype(np.float32)


def peak_megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1e3


def median_of_runs(work):
    """Of at least three runs, and of as many as take a second; one before them does not count."""
    work()
    all_runs = []
    while len(all_runs) < 3 or sum(all_runs) < 1000:
        all_runs.append(milliseconds(work))
    return statistics.median_high(all_runs)


def options(**more):
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    for name, default in more.items():
        parser.add_argument("--" + name, type=type(default), default=default)
    return parser.parse_args()


def train(peer, config, steps, threads, step, losses_file=""):
    """Calls step(number) -> loss, and prints and writes what bench::run does."""
    losses, times = [], []
    for number in range(steps):
        took = milliseconds(lambda: losses.append(step(number)))
        if number >= min(10, steps // 5):
            times.append(took)
    print(f"peer={peer} config={config} threads={threads} "
          f"ms_per_step_median={statistics.median_high(times):.4f} loss_first={losses[0]:.5f} "
          f"loss_last={losses[-1]:.5f} rss_mb={peak_megabytes():.1f}")
    if losses_file:
        with open(losses_file, "w", encoding="utf-8") as out:
            out.writelines(f"{loss:.6f}\n" for loss in losses)
