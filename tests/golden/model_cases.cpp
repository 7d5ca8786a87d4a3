#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "golden/kinds.h"
#include "golden/model_input.h"
#include "golden/segments.h"
#include "golden/translated.h"
#include "horloge/core/xtensor.h"
#include "horloge/models/llama.h"
#include "horloge/models/models.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"

namespace horloge::golden {
namespace {

namespace fs = std::filesystem;

// Compares at the places that the case says are worth it: where a row is padding, implementations
// differ, and rightly so.
void check_places(Case& c, const std::string& name, Array got) {
  if (c.has("in.compare_mask")) {
    const Mask counts = c.mask("in.compare_mask");  // (B, T)
    const std::vector<double> want = c.judged_by_caller(name);
    const std::size_t rank = got.dimension(), B = counts.shape()[0], T = counts.shape()[1];
    const std::size_t heads = rank == 4 ? got.shape()[1] : 1, last = got.shape().back();
    for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i) {
      const std::size_t row = i / last, t = row % T, b = row / T / heads;
      if (b < B && !counts(b, t)) got.data()[i] = static_cast<real>(want[i]);
    }
  }
  c.check(name, got);
}

void check_places(Case& c, const std::string& name, const Tensor& got) {
  if (c.has(name) && got.defined()) check_places(c, name, got.array());
}

// What is said of a text as a whole; a model that only judges sentences has no other logits.
void check_whole(Case& c, const ModelOutput& out) {
  for (const char* name : {"out.pooler_output", "out.pooled"})
    if (c.has(name) && out.pooled.defined()) c.check(name, out.pooled);
  const char* const scores = out.logits.defined() ? "out.seq_relationship_logits" : "out.logits";
  if (c.has(scores) && out.next_sentence.defined()) c.check(scores, out.next_sentence);
}

// What an encoder hands to a decoder, and how this one looks at it.
void check_encoder(Case& c, const ModelOutput& out) {
  for (std::size_t i = 0; i < out.cross_attention.size(); ++i)
    check_places(c, fmt::format("out.cross_attn_{}", i), out.cross_attention[i]);
  if (!out.encoder) return;
  check_places(c, "out.encoder_last_hidden_state", out.encoder->last_hidden);
  for (std::size_t i = 0; i < out.encoder->hidden.size(); ++i)
    check_places(c, fmt::format("out.encoder_hidden_{}", i), out.encoder->hidden[i]);
  for (std::size_t i = 0; i < out.encoder->attention.size(); ++i)
    check_places(c, fmt::format("out.encoder_attn_{}", i), out.encoder->attention[i]);
  for (std::size_t i = 0; i < out.hidden.size(); ++i)
    check_places(c, fmt::format("out.decoder_hidden_{}", i), out.hidden[i]);
  for (std::size_t i = 0; i < out.attention.size(); ++i)
    check_places(c, fmt::format("out.decoder_attn_{}", i), out.attention[i]);
}

void check_trace(Case& c, const LanguageModel& model, ModelInput in) {
  const NoGrad no_grad;
  in.trace = true;
  const ModelOutput out = model.forward(in);
  for (const char* name : {"out.logits", "out.prediction_logits"})
    check_places(c, name, out.logits);
  check_places(c, "out.last_hidden_state", out.last_hidden);
  check_whole(c, out);
  check_encoder(c, out);
  for (std::size_t i = 0; i < out.hidden.size(); ++i)
    check_places(c, fmt::format("out.hidden_{}", i), out.hidden[i]);
  for (std::size_t i = 0; i < out.attention.size(); ++i)
    check_places(c, fmt::format("out.attn_{}", i), out.attention[i]);
}

// Columns first … first + count of what belongs to places.
template <class T>
T columns(const T& all, std::size_t first, std::size_t count) {
  if (all.dimension() == 1) return xt::view(all, xt::range(first, first + count));
  return xt::view(all, xt::all(), xt::range(first, first + count));
}

// Of a decoder, which reads its tokens while an encoder's stay as they are.
void check_cached_decoder(Case& c, const LanguageModel& model, ModelInput in) {
  const NoGrad no_grad;
  DecodingCache cache;
  std::vector<Tensor> logits;
  in.cache = &cache;
  const Ids ids = *in.decoder_ids;
  const std::optional<Mask> mask = in.decoder_mask;
  for (std::size_t t = 0; t < ids.shape()[1]; ++t) {
    in.decoder_ids = columns(ids, t, 1);
    if (mask) in.decoder_mask = columns(*mask, 0, t + 1);
    logits.push_back(model.forward(in).logits);
  }
  check_places(c, "out.logits", concat(logits, 1));
}

// The tokens one after the other give the logits of one pass.
void check_cached(Case& c, const LanguageModel& model, const ModelInput& in) {
  if (in.decoder_ids) return check_cached_decoder(c, model, in);
  const NoGrad no_grad;
  DecodingCache cache;
  std::vector<Tensor> logits;
  for (std::size_t t = 0; t < in.ids.shape()[1]; ++t) {
    ModelInput next = in;
    next.cache = &cache;
    next.ids = columns(in.ids, t, 1);
    if (in.position_ids) next.position_ids = columns(*in.position_ids, t, 1);
    if (in.token_type_ids) next.token_type_ids = columns(*in.token_type_ids, t, 1);
    if (in.attention_mask) next.attention_mask = columns(*in.attention_mask, 0, t + 1);
    logits.push_back(model.forward(next).logits);
  }
  check_places(c, "out.logits", concat(logits, 1));
}

// Of the words, and of the next sentence where the case says whether it follows.
Tensor loss_of(const Case& c, const LanguageModel& model, const ModelInput& in,
               const ModelOutput& out) {
  const Ids labels = c.has("in.labels") ? c.ids("in.labels") : in.ids;
  if (!out.logits.defined()) return cross_entropy(out.next_sentence, labels);
  const Tensor loss = language_model_loss(model, out.logits, labels);
  const char* const follows = "in.next_sentence_label";
  return c.has(follows) ? loss + cross_entropy(out.next_sentence, c.ids(follows)) : loss;
}

void check_loss(Case& c, LanguageModel& model, const ModelInput& in) {
  const ModelOutput out = model.forward(in);
  check_places(c, "out.logits", out.logits);
  const Tensor loss = loss_of(c, model, in, out);
  c.check("out.loss", loss);
  model.zero_grad();
  loss.backward();
}

// grads.safetensors has the gradients of the loss under the checkpoint's own names.
void check_gradients(Case& c, const LanguageModel& model, const fs::path& file) {
  const auto parameters = model.named_parameters();
  std::vector<Array> got;
  for (const auto& [name, parameter] : parameters)
    got.push_back(parameter.has_grad() ? parameter.grad() : zeros(parameter.shape()));
  c.check_all(
      "gradient of",
      translated(read_safetensors(file), parameters, model.table, file.filename().string() + ": "),
      got);
}

void check_greedy(Case& c, const LanguageModel& model) {
  const Ids prompt = c.ids(c.has("in.prompt") ? "in.prompt" : "in.input_ids");
  const std::size_t first = model.info.decoder_start_id ? 1 : prompt.shape()[1];
  const auto options = GenerateOptions().with_stop_at_eos(false).with_max_new_tokens(
      c.shape("out.greedy").at(1) - first);
  c.check("out.greedy", model.generate(prompt, options));
}

// Dynamic scaling turns a whole sequence by its length: with the tokens one after the other, the
// first ones were turned by shorter ones.
bool turns_by_length(const Case& c) {
  for (const char* key : {"rope_scaling", "rope_parameters"})
    if (c.settings.has(key)) {
      const Settings scaling = c.settings.group(key);
      return scaling.text("rope_type", scaling.text("type", "")) == "dynamic";
    }
  return false;
}

void check_model(Case& c, LanguageModel& model) {
  if (c.has("in.segment1")) check_segments(c, model);
  if (!c.has("in.input_ids")) return;
  const ModelInput in = input_of(c, model.info, [](const auto& all) { return all; });
  check_trace(c, model, in);
  const bool decodes = model.info.causal || in.decoder_ids;
  if (decodes && c.has("out.logits") && !turns_by_length(c)) check_cached(c, model, in);
  if (c.has("out.loss")) check_loss(c, model, in);
  const fs::path gradients = c.folder() / "grads.safetensors";
  if (fs::exists(gradients)) check_gradients(c, model, gradients);
  if (c.has("out.greedy")) check_greedy(c, model);
}

}  // namespace

// The folder's checkpoint, and others beside it that hold the same model in another layout: with
// the config that a later version of transformers writes of it, or in Meta's files.
void run_model(Case& c) {
  const Config config = Config::parse(c.settings.dump());
  const Checkpoint checkpoint = read_model_files(c.folder());
  check_model(c, *make_model(checkpoint));
  if (const fs::path later = c.folder() / "config_5.json"; fs::exists(later))
    check_model(c, *make_model({Config::read(later), checkpoint.weights}));
  for (const auto& entry : fs::directory_iterator(c.folder())) {
    if (entry.path().extension() != ".safetensors") continue;
    const SafetensorsFile weights = read_safetensors(entry.path());
    if (!has_meta_names(weights)) continue;
    for (const Config& settings : {checkpoint.config, config})
      if (is_meta_config(settings) || settings.has("model_type"))
        check_model(c, *make_model({settings, weights}));
  }
}

}  // namespace horloge::golden
