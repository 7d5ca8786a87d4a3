#pragma once

// The published models, read from their checkpoints.
//
// They differ in a few choices: where position enters, which norm and where, which feed-forward
// net, how many query heads share a key-value head, and the names in their files. So there is one
// set of parts, in nn/ (embeddings and heads in parts/), and a model is a recipe that chooses:
//
//                  GPT-2       BLOOM       GPT-NeoX    GPT-J       LLaMA          Mistral
//   positions      learned     ALiBi       rotary      rotary      rotary         rotary
//   norm           LayerNorm   LayerNorm   LayerNorm   LayerNorm   RMSNorm        RMSNorm
//   block          sequential  sequential  parallel    parallel    sequential     sequential
//   feed-forward   gelu        gelu        gelu        gelu        SwiGLU         SwiGLU
//   attention      multi-head  multi-head  multi-head  multi-head  grouped-query  grouped-query
//   mask           causal      causal      causal      causal      causal         sliding window
//   head           tied        tied        untied      untied      untied         untied
//
// Three descend from LLaMA: Qwen2 with biases in the projections to q, k and v, Gemma with a gated
// GELU, scaled embeddings and a tied head, Phi-3 with other names. Phi is parallel as GPT-J is,
// with a part of each head rotary as in GPT-NeoX.
//
// Later ones, LLaMA's too, have layers of several kinds, or experts. All are rotary, but for the
// layers whose positions are named; a window is Mistral's, in as many layers as the column says:
//
//                 window          positions       norms                   besides
//   Qwen3         last layers                     of q and k, by head
//   SmolLM3       if asked for    none in 1 of 4
//   OLMo 2                                        of outputs; of q and k
//   Gemma 2       1 of 2                          of inputs and outputs   capped scores
//   Gemma 3       5 of 6, own base                the same; of q and k
//   gpt-oss       1 of 2                                                  sinks, experts
//   Llama 4       chunks, 3 of 4  scaled q, 1 of 4  of q and k, plain     experts
//   DeepSeek-V3                                   of latent vectors       experts
//   ModernBERT    2 of 3, own base                none before the first   an encoder: both sides
//
// Images, which Gemma 3 and Llama 4 read as well, are left out.
//
// BERT, RoBERTa, DistilBERT and RoFormer are bidirectional, normalise after each part, and have one
// more layer before the head: RoFormer's positions are rotary, those of the others learned.
// Universal Sentence Encoder Lite is bidirectional, too, but normalises before each part; its
// positions are sinusoidal, and it makes one vector of the whole text. T5 is an encoder and a
// decoder, whose scores get a learned bias by distance. Transformer-XL keeps the hidden states of
// the text before as a memory, and its scores depend on content and distance.
//
// From a folder to a model:
//
//   config.json -> Config               a setting that no recipe asks for is an error
//   gpt2.cpp    -> DecoderRecipe        settings to options of the parts, and the weight table
//   nn/, parts/ -> DecoderModel         embeddings, positions, a stack of blocks, a head
//   *.safetensors -> WeightTable        their names and layouts to ours; what does not fit is named
//
// The parts, from the outside in:
//
//   InputEmbeddings        token and segment embeddings, added positions, a norm
//   BlockStack             blocks under one position scheme, with masks, caches and the last norm
//   Block                  attention and feed-forward net: pre-norm, post-norm or parallel
//   LayerSight             what a layer sees: all, a window or a chunk; what its cache may forget
//   GroupedQueryAttention  query heads that share key-value heads; cached; to an encoder's output
//   LatentVectors          what keys and values are made of where that is narrow
//   FeedForward, Norm      plain or gated; LayerNorm or RMSNorm
//   Experts                feed-forward nets of which a token passes a few
//   LanguageHead           scores of tokens, tied to the token embeddings or not
//   MaskedLanguageHead     the same after one more layer, for masked tokens
//   AdaptiveEmbedding      words in clusters by frequency, rarer ones with narrower embeddings, and
//   AdaptiveHead           the head to that, as Transformer-XL has them
//
// A new decoder-only model is one file with one function, which reads its settings, and a line in
// architectures.h and in models.cpp; so is an encoder, with an EncoderRecipe. Layers of several
// kinds take a line: set_layers() of layer_types.h. A model of another
// structure is a class that derives from LanguageModel and puts the same parts together in
// forward(). All weights are (out, in) here, with q, k and v apart: the weight table says how a
// file has them. No setting is ever taken from the name of a model or a file.

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
  bool no_weights = false;  ///< settings alone, for a model that will learn its weights
};

/// Reads the folder's `config.json` and its `model.safetensors`, or the shards that its
/// `model.safetensors.index.json` names. FileError for a file that is missing or broken.
Checkpoint read_model_files(const std::filesystem::path& directory);

/// The model of a checkpoint, by the `model_type` of its config; it is in evaluation. ValueError
/// for an architecture or a setting that is not supported, and for a weight that is missing or left
/// over; ShapeError for one of another shape than the config asks for.
std::shared_ptr<LanguageModel> make_model(const Checkpoint& checkpoint);

/// A new model with the settings of a config.json, in training, its weights random: those of
/// decoders and of encoders start as init::gpt() says, with `initializer_range` as their
/// standard deviation if the config has it; others as their layers do. The same errors.
std::shared_ptr<LanguageModel> make_model(const Config& config, Rng& rng);

/// The model that a folder holds.
std::shared_ptr<LanguageModel> load_pretrained(const std::filesystem::path& directory);

}  // namespace horloge
