#pragma once

// The published models, read from their checkpoints.
//
// They differ in little: where positions enter, which norm stands where, what the feed-forward net
// is, how many key heads there are, and how their files call it all. So there is one of each part,
// in parts/, and a model is a recipe that says which:
//
//                  GPT-2       BLOOM       GPT-NeoX    GPT-J       LLaMA        Mistral
//   positions      learned     ALiBi       rotary      rotary      rotary       rotary
//   norm           LayerNorm   LayerNorm   LayerNorm   LayerNorm   RMSNorm      RMSNorm
//   its parts      in turn     in turn     parallel    parallel    in turn      in turn
//   feed-forward   gelu        gelu        gelu        gelu        silu, gated  silu, gated
//   key heads      all         all         all         all         some         some
//   sees           all before  all before  all before  all before  all before   a window before
//   head           tied        tied        its own     its own     its own      its own
//
// BERT and RoFormer see both sides of a place, normalise behind each part, and have one more layer
// before the words: BERT's positions are learned, RoFormer's rotary. Universal Sentence Encoder
// Lite sees both sides, too, but normalises before each part; it adds sines and cosines, and makes
// one vector of the whole text. T5 is an encoder and a decoder, whose scores get a learned bias by
// distance. Transformer-XL remembers what its layers saw of the text before, and scores distances
// by what a query asks for.
//
// From a folder to a model:
//
//   config.json -> Config               a setting that no recipe asks for is an error
//   gpt2.cpp    -> DecoderRecipe        settings to options of parts, and the table of names
//   parts/      -> DecoderModel         embeddings, positions, a stack of blocks, a head
//   *.safetensors -> WeightTable        their names and layouts to ours; what does not fit is named
//
// The parts, from the outside in:
//
//   InputEmbeddings        words, types, positions that are added, a norm
//   BlockStack             blocks under one position scheme, with masks, caches and the last norm
//   Block                  attention and feed-forward net, wired in one of four ways
//   GroupedQueryAttention  any number of heads, their size, their keys' number; cached; to a memory
//   FeedForward, Norm      plain or gated; by variance or by mean square
//   LanguageHead           scores of words: the words' own vectors or others
//   MaskedLanguageHead     the same behind one more layer, for words that are masked
//   AdaptiveEmbedding      words in clusters by frequency, the rarer with shorter vectors, and the
//   AdaptiveHead           head to that, as Transformer-XL has them
//
// A new decoder-only model is one file with one function, which reads its settings, and a line in
// architectures.h and in models.cpp; so is an encoder, with an EncoderRecipe. A model of another
// build (an encoder and a decoder, say) is a class that derives from LanguageModel and puts the
// same parts together in forward(). All weights are (out, in) here, and q, k and v are three: the
// table says how a file has them. No setting is ever taken from the name of a model or a file.

#include <filesystem>
#include <memory>

#include "horloge/io/safetensors.h"
#include "horloge/models/config.h"
#include "horloge/models/language_model.h"

namespace horloge {

/// A checkpoint as it lies on the disk: settings and weights.
struct Checkpoint {
  Config config;
  SafetensorsFile weights;
};

/// Reads the folder's `config.json` and its `model.safetensors`, or the shards that its
/// `model.safetensors.index.json` names. FileError for a file that is missing or broken.
Checkpoint read_model_files(const std::filesystem::path& directory);

/// The model of a checkpoint, by the `model_type` of its config; it is in evaluation. ValueError
/// for an architecture or a setting that is not supported, and for a weight that is missing or left
/// over; ShapeError for one of another shape than the config asks for.
std::shared_ptr<LanguageModel> make_model(const Checkpoint& checkpoint);

/// The model that a folder holds.
std::shared_ptr<LanguageModel> load_pretrained(const std::filesystem::path& directory);

}  // namespace horloge
