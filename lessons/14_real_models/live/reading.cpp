#include "reading.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../dog.h"
#include "../exercises/attention_back/answer.h"
#include "../exercises/windowed_nll/answer.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/xtensor.h"
#include "horloge/models/sentence_encoder.h"
#include "horloge/nn/position/none.h"
#include "horloge/ops/loss.h"
#include "opened.h"
#include "schemes.h"

using live::Json;

namespace {

horloge::ModelInput input_of(const Pieces& pieces,
                             const horloge::PositionScheme* scheme) {
  horloge::ModelInput in;
  in.ids = pieces.ids;
  in.positions = scheme;
  return in;
}

void need_use(const Opened& opened, std::initializer_list<Use> uses,
              const char* sentence) {
  if (std::count(uses.begin(), uses.end(), use_of(opened)) == 0)
    throw horloge::ValueError(opened.model->info.architecture + " " + sentence);
}

// Nats of each piece after the first.   -> (T - 1)
std::vector<double> nats_of_each(const Opened& opened, const Pieces& pieces,
                                 const horloge::PositionScheme* scheme) {
  const std::size_t T = pieces.ids.size();
  horloge::Ids next = horloge::Ids::from_shape({std::size_t{1}, T});
  for (std::size_t t = 0; t < T; ++t)
    next(0, t) = t + 1 < T ? pieces.ids(0, t + 1) : -100;  // not asked for
  const auto each =
      horloge::CrossEntropyOptions().with_reduction(horloge::Reduction::none);
  const horloge::Tensor losses = horloge::cross_entropy(
      opened.model->forward(input_of(pieces, scheme)).logits, next, each);
  std::vector<double> nats(losses.data(), losses.data() + T - 1);
  for (const double x : nats)
    if (!std::isfinite(x))
      throw horloge::ValueError(
          "what this model computes is not a number (NaN) or infinite; its "
          "weights may be damaged");
  return nats;
}

// Where something is asked for: the last piece, the mask, or the last word.
std::size_t place_in(const Opened& opened, const Pieces& pieces) {
  const std::size_t last = pieces.ids.size() - 1;
  if (opened.model->info.causal) return last;
  for (const char* mask : {"[MASK]", "<mask>"})
    for (std::size_t t = 0; t <= last; ++t)
      if (opened.tokenizer->id(mask) == pieces.ids(0, t)) return t;
  for (std::size_t t = last; t > 0; --t)
    if (!opened.tokenizer->is_special(pieces.ids(0, t))) return t;
  return last;
}

}  // namespace

Json read_with(const Json& with) {
  const Opened& opened = model_of(with);
  need_use(opened, {Use::next}, "does not say how a text goes on");
  const Pieces pieces = pieces_of(opened, live::text(with, "text"));
  if (pieces.ids.size() < 2)
    throw horloge::ValueError(
        "the text needs a second piece: the first is not predicted");
  if (!with.contains("schemes") || !with["schemes"].is_array())
    throw horloge::ValueError("schemes must be a list of names");
  const horloge::NoGrad no_grad;
  Json rows = Json::array();
  for (const Json& name : with["schemes"]) {
    const std::string scheme =
        live::choice({{"scheme", name}}, "scheme", scheme_names());
    const auto each =
        nats_of_each(opened, pieces, scheme_of(opened, scheme).get());
    double sum = 0;
    Json all = {nullptr};
    for (const double nats : each) {
      sum += nats;
      all.push_back(nats);
    }
    rows.push_back({{"scheme", scheme},
                    {"nats", sum / double(each.size())},
                    {"each", all}});
  }
  return {{"pieces", pieces.names}, {"rows", rows}};
}

Json attention_of(const Json& with) {
  const Opened& opened = model_of(with);
  need_use(opened, {Use::next, Use::masked, Use::vectors, Use::hidden},
           "is not looked into here");
  const Pieces pieces = pieces_of(opened, live::text(with, "text"));
  if (pieces.ids.size() < 2)
    throw horloge::ValueError("the text needs a second piece to look at");
  const auto scheme =
      scheme_of(opened, live::choice(with, "scheme", scheme_names()));
  const auto& sizes = opened.model->info.sizes;
  const std::size_t layer =
      live::whole_number(with, "layer", 0, sizes.num_layers - 1);
  const std::size_t head =
      live::whole_number(with, "head", 0, sizes.num_heads - 1);
  const horloge::NoGrad no_grad;
  horloge::ModelInput in = input_of(pieces, scheme.get());
  in.trace = true;
  const horloge::ModelOutput out = opened.model->forward(in);
  Json back = Json::array();
  for (const horloge::Tensor& maps : out.attention)
    back.push_back(live::to_json(attention_back(maps.array(), 1)));
  const horloge::Array map = xt::view(out.attention[layer].array(), 0, head);
  return {
      {"pieces", pieces.names}, {"map", live::to_json(map)}, {"back", back}};
}

Json predictions_of(const Json& with) {
  const Opened& opened = model_of(with);
  need_use(opened, {Use::next, Use::masked}, "predicts no words");
  const Pieces pieces = pieces_of(opened, live::text(with, "text"));
  const auto scheme =
      scheme_of(opened, live::choice(with, "scheme", scheme_names()));
  const std::size_t place = place_in(opened, pieces);
  const horloge::NoGrad no_grad;
  const horloge::Tensor logits =
      opened.model->forward(input_of(pieces, scheme.get())).logits;
  Json best = Json::array();
  for (const auto& [id, share] : horloge::top_predictions(logits, 0, place, 8))
    best.push_back({{"piece", shown_piece(opened, id)}, {"share", share}});
  return {{"pieces", pieces.names}, {"place", place}, {"best", best}};
}

Json compare_vectors(const Json& with) {
  const Opened& opened = model_of(with);
  need_use(opened, {Use::vectors, Use::masked}, "makes no vector of a text");
  const auto encoder =
      horloge::SentenceEncoder::of(opened.model, opened.folder);
  const Pieces one = pieces_of(opened, live::text(with, "text"));
  const Pieces other = pieces_of(opened, live::text(with, "other"));
  const horloge::NoGrad no_grad;
  const horloge::NoPositions none;
  const auto compared = [&](const horloge::PositionScheme* scheme) {
    return cosine(encoder(input_of(one, scheme)).array(),
                  encoder(input_of(other, scheme)).array());
  };
  return {{"pieces", other.names},
          {"with", compared(nullptr)},
          {"without", compared(&none)}};
}
