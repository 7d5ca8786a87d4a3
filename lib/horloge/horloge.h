#pragma once

// The whole library.
//
// Options are plain structs with defaults. For each member there is with_NAME(value), too, which
// returns the options with it changed, so that one expression says it all:
//
//   AdamW optimizer(model.parameters(), AdamWOptions().with_lr(1e-3).with_weight_decay(0.1));
//
// Include this, or any header of horloge, before xtensor's: its arrays take their memory from
// horloge's pool.
//
// Every header is either included below or listed here as internal to its folder. A program that
// needs an internal one, such as record.h to write an operation, includes it by its own name.
//
//   internal: core/broadcast.h core/cores.h core/crc32.h core/large_pages.h core/linalg.h
//   internal: core/thread_pool.h core/words.h
//   internal: kernels/*
//   internal: autograd/record.h
//   internal: ops/attention_problem.h ops/elementwise.h
//   internal: nn/position/added.h nn/position/heads_first.h
//   internal: models/parts/* models/architectures.h models/bert.h
//   internal: models/encoder.h models/encoder_decoder.h models/gemma.h
//   internal: models/layer_types.h models/llama.h models/qwen2.h
//   internal: models/transformer_xl_model.h models/weight_names.h
//   internal: train/agreement.h train/gradient_exchange.h train/optimizer_shards.h
//   internal: train/settings_text.h train/transport.h
//   internal: io/safetensors_json.h io/small_float.h io/tensor_checksums.h
//   internal: text/grouped.h text/json.h text/json_events.h
//   internal: text/tokenizers/added_tokens.h text/tokenizers/bpe.h
//   internal: text/tokenizers/byte_letters.h text/tokenizers/characters.h
//   internal: text/tokenizers/charsmap.h text/tokenizers/normalizer.h
//   internal: text/tokenizers/sentencepiece_file.h
//   internal: text/tokenizers/part_settings.h text/tokenizers/pre_tokenizer.h
//   internal: text/tokenizers/regex.h text/tokenizers/spans.h
//   internal: text/tokenizers/special_frame.h text/tokenizers/subword_model.h
//   internal: text/tokenizers/text_pattern.h text/tokenizers/text_work.h
//   internal: text/tokenizers/token_decoder.h
//   internal: text/tokenizers/token_lists.h text/tokenizers/token_table.h
//   internal: text/tokenizers/token_trie.h text/tokenizers/tokenizer_parts.h
//   internal: text/tokenizers/unigram.h text/tokenizers/vocabulary_files.h
//   internal: text/tokenizers/whole_characters.h text/tokenizers/word_piece.h
//   internal: projection/distances.h projection/svd.h projection/tsne_affinities.h
//   internal: projection/tsne_loss.h
//   internal: figures/axis.h figures/colour_scale.h figures/dot_canvas.h
//   internal: figures/drawing_text.h figures/figure_json.h
//   internal: figures/graph_layers.h figures/graph_listing.h
//   internal: figures/graph_order.h figures/graph_routes.h
//   internal: figures/heat_map_labels.h figures/palette.h figures/plot_frame.h
//   internal: figures/screen.h figures/shrink.h figures/terminal_figures.h

// Numbers without gradients.
#include "horloge/core/array.h"
#include "horloge/core/atomic_file.h"
#include "horloge/core/batch_shard.h"
#include "horloge/core/buffer_pool.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/ids.h"
#include "horloge/core/interrupt.h"
#include "horloge/core/parallel.h"
#include "horloge/core/random_state.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/core/with.h"
#include "horloge/core/xtensor.h"

// Tensors: arrays that remember how they were made.
#include "horloge/autograd/bfloat16.h"
#include "horloge/autograd/gradcheck.h"
#include "horloge/autograd/tensor.h"
#include "horloge/autograd/watch_leaves.h"

// Operations with their gradients.
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/choose.h"
#include "horloge/ops/dropout.h"
#include "horloge/ops/einsum.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/math.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/norm.h"
#include "horloge/ops/reduce.h"
#include "horloge/ops/rotary.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

// Layers and position schemes.
#include "horloge/nn/activations.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/bfloat16.h"
#include "horloge/nn/block.h"
#include "horloge/nn/block_stack.h"
#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/experts.h"
#include "horloge/nn/feed_forward.h"
#include "horloge/nn/generate.h"
#include "horloge/nn/grouped_query_attention.h"
#include "horloge/nn/heads.h"
#include "horloge/nn/init.h"
#include "horloge/nn/latent_vectors.h"
#include "horloge/nn/layer_sight.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/module.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/drawn.h"
#include "horloge/nn/position/fire.h"
#include "horloge/nn/position/hard_alibi.h"
#include "horloge/nn/position/index.h"
#include "horloge/nn/position/kerple.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/names.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/p_rope.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/position/random_offset.h"
#include "horloge/nn/position/random_subset.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/nn/position/rotary_scaling.h"
#include "horloge/nn/position/scaled_queries.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/nn/position/transformer_xl.h"
#include "horloge/nn/position/xpos.h"
#include "horloge/nn/residual.h"
#include "horloge/nn/sampling.h"
#include "horloge/nn/transformer.h"

// Published models, read from their checkpoints.
#include "horloge/models/config.h"
#include "horloge/models/decoder.h"
#include "horloge/models/language_model.h"
#include "horloge/models/likelihood.h"
#include "horloge/models/models.h"
#include "horloge/models/save_pretrained.h"
#include "horloge/models/sentence_encoder.h"
#include "horloge/models/summary.h"
#include "horloge/models/weights.h"

// Training.
#include "horloge/train/adam.h"
#include "horloge/train/batches.h"
#include "horloge/train/checkpoint.h"
#include "horloge/train/clip.h"
#include "horloge/train/group.h"
#include "horloge/train/optimizer.h"
#include "horloge/train/progress.h"
#include "horloge/train/schedule.h"
#include "horloge/train/sgd.h"
#include "horloge/train/trainer.h"
#include "horloge/train/weights_file.h"

// Text, files, figures.
#include "horloge/figures/figure.h"
#include "horloge/figures/terminal.h"
#include "horloge/io/dtype.h"
#include "horloge/io/safetensors.h"
#include "horloge/io/shards.h"
#include "horloge/io/stored_tensor.h"
#include "horloge/io/tfjs.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/trustworthiness.h"
#include "horloge/projection/tsne.h"
#include "horloge/terminal/live_line.h"
#include "horloge/terminal/window.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/normal_form.h"
#include "horloge/text/tokenizer.h"
#include "horloge/text/tokenizers/decode_stream.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/text/utf8.h"
#include "horloge/text/vocabulary.h"
#include "horloge/text/width.h"
