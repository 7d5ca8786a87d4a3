// The one model that all schemes are tried in.

#include "reader.h"

#include "common/forget_gate.h"
#include "common/modules.h"
#include "course/stage/lesson.h"
#include "course/stage/long_work.h"

using namespace horloge;

namespace {

TransformerOptions small() {
  return TransformerOptions()
      .with_dim_feedforward(128)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

const std::string offset = "+offset";

bool ends_with_offset(const std::string& name) {
  return name.size() > offset.size() &&
         name.compare(name.size() - offset.size(), offset.size(), offset) == 0;
}

}  // namespace

// Step: any_scheme
// Fold: a scheme by its name
std::shared_ptr<PositionScheme> contender(const std::string& name,
                                          std::size_t longest, bool causal,
                                          Rng rng) {
  if (name == "forget_gate")
    return std::make_shared<ForgetGate>(d_model, num_heads, rng);
  auto options = PositionOptions()
                     .with_d_model(d_model)
                     .with_num_heads(num_heads)
                     .with_max_seq_len(longest)
                     .with_causal(causal);
  if (!ends_with_offset(name)) return make_positions(name, options, rng);
  options = options.with_random(RandomPlaces::offset).with_range(longest);
  return make_positions(name.substr(0, name.size() - offset.size()), options,
                        rng);
}

// End fold
// Fold: the parts of the model
Reader::Reader(std::size_t words, std::size_t answers, Rng rng)
    : embedding(child("embedding", TokenEmbedding(words, d_model, rng))),
      encoder(child("encoder", TransformerEncoder(2, d_model, num_heads, rng,
                                                  small(), FinalNorm::yes))),
      to_answers(child("to_answers", Linear(d_model, answers, rng))) {}

// End fold
Tensor Reader::read(const Ids& ids, const PositionScheme& scheme,
                    const AttentionMasks& masks, std::size_t first) const {
  const Ids from = positions_from(first, ids.shape(1));
  const auto at = scheme.positions({from, from}, ids.shape(0));  // may draw
  Tensor x = scheme.embed(embedding(ids), at.queries);           // may add
  const PositionContext positions(scheme, at);                   // may turn
  for (const TransformerEncoderLayer& layer : encoder.layers)
    x = layer(x, positions, masks);
  return (*encoder.norm)(x);
}

// Fold: asks each scheme where it enters
std::string place_of(const PositionScheme& scheme) {
  Rng rng(1);
  const Tensor x(rng.normal({1, 4, d_model}));
  const AttentionPositions at = consecutive_positions(4, 4);
  if (scheme.bias_from(x, at).defined()) return "added to the scores, by q";
  if (scheme.bias(at).defined()) return "added to the scores";
  if (scheme.query(x, at).array() != x.array()) return "q and k turned";
  if (scheme.embed(x, at.queries).array() != x.array()) return "added to x";
  return "nowhere";
}

void any_scheme(stage::Page& page) {
  page.print("{:<19}{:<27}{:>10}\n", "scheme", "enters", "parameters");
  for (const std::string& name : contenders()) {
    const auto scheme = contender(name, 1024, true, Rng(1));
    page.print("{:<19}{:<27}{:>10}\n", name, place_of(*scheme),
               scheme->parameter_count());
  }
}

// End of steps
Tensor Reader::operator()(const Ids& ids, const PositionScheme& scheme,
                          const AttentionMasks& masks) const {
  return to_answers(read(ids, scheme, masks));
}

void train(const Reader& reader, PositionScheme& scheme, std::size_t updates,
           double rate, const std::function<Tensor(std::size_t)>& loss) {
  std::vector<Tensor> weights = reader.parameters();
  for (const Tensor& weight : scheme.parameters()) weights.push_back(weight);
  AdamW optimizer(weights, AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(rate, updates / 10, updates);
  scheme.train();
  for (std::size_t update = 0; update < updates; ++update) {
    stage::stop_if_interrupted();
    optimizer.zero_grad();
    loss(update).backward();
    optimizer.set_lr(lr(update));
    optimizer.step();
  }
  scheme.eval();
}
