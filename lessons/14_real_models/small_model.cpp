#include "small_model.h"

#include <cmath>

#include "horloge/autograd/tensor.h"
#include "horloge/core/bytes.h"
#include "horloge/core/xtensor.h"
#include "horloge/models/models.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"

using horloge::Array;
using horloge::DecoderModel;
using horloge::Ids;
using horloge::PositionScheme;

std::filesystem::path small_model_folder() {
  return std::filesystem::path(HORLOGE_DATA_DIR) / "models" / "king_james";
}

std::shared_ptr<DecoderModel> small_model() {
  return std::dynamic_pointer_cast<DecoderModel>(
      horloge::load_pretrained(small_model_folder()));
}

static const horloge::PretrainedTokenizer& letters() {
  static const auto tokenizer = horloge::load_tokenizer(small_model_folder());
  return *tokenizer;
}

Ids ids_of(const std::string& text) { return letters().encode(text); }

std::string text_of(const Ids& ids) { return letters().decode(ids); }

std::string shown(std::int64_t id) {
  const std::string letter = text_of(Ids{id});
  return letter == " " ? "_" : letter == "\n" ? "/" : letter;
}

const Ids& held_out() {
  static const Ids pieces = [] {
    const auto file = horloge::map_file(
        std::filesystem::path(HORLOGE_DATA_DIR) / "text" / "king_james.txt",
        "held_out");
    const std::string text(file.view);
    const std::size_t from = text.find('\n', text.size() * 9 / 10) + 1;
    Ids ids = ids_of(text.substr(from, 32 * 128));
    ids.reshape({32, 128});
    return ids;
  }();
  return pieces;
}

horloge::ModelOutput traced(const DecoderModel& model, const Ids& ids,
                            const PositionScheme* scheme) {
  const horloge::NoGrad no_grad;
  horloge::ModelInput in;
  in.ids = ids;
  in.positions = scheme;
  in.trace = true;
  return model.forward(in);
}

Array loss_by_place(const DecoderModel& model, const PositionScheme* scheme) {
  const horloge::NoGrad no_grad;
  horloge::ModelInput in;
  in.ids = held_out();
  in.positions = scheme;
  const Array logits = model.forward(in).logits.array();
  const std::size_t B = logits.shape(0), T = logits.shape(1);
  Array loss = Array::from_shape({B, T - 1});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t + 1 < T; ++t) {
      const Array scores = xt::view(logits, b, t);
      const double highest = xt::amax(scores)();
      const double sum = xt::sum(xt::exp(scores - highest))();
      const auto next = std::size_t(in.ids(b, t + 1));
      loss(b, t) = horloge::real(highest + std::log(sum) - scores(next));
    }
  return loss;
}

double loss_of(const DecoderModel& model, const PositionScheme* scheme) {
  return xt::mean(loss_by_place(model, scheme))();
}
