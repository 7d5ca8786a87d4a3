#include "course/models/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "course/models/model_screen.h"
#include "course/models/refuse.h"
#include "course/runner/screen.h"
#include "horloge/core/words.h"
#include "horloge/models/sentence_encoder.h"
#include "horloge/nn/position/none.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/text/width.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

using horloge::Array;
using horloge::Ids;
using horloge::PositionScheme;
using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string text_of(const Words& words) { return horloge::joined(words, " "); }

// What it says to any word shows what it says at all.
horloge::ModelOutput output_for_any(const horloge::LanguageModel& model) {
  horloge::ModelInput any;
  any.ids = Ids::from_shape({std::size_t{1}, std::size_t{1}});
  any.ids.fill(0);
  const horloge::NoGrad no_grad;
  return model.forward(any);
}

// A model, its vocabulary, and how it makes a vector.
class Encoder {
 public:
  Encoder(std::shared_ptr<const horloge::LanguageModel> model,
          const fs::path& folder)
      : encoder_(horloge::SentenceEncoder::of(std::move(model), folder)),
        tokenizer_(horloge::load_tokenizer(folder)) {}

  Ids ids_of(const Words& words) const {
    Ids ids = tokenizer_->encode(text_of(words));
    const std::size_t length = ids.size();
    if (const auto most = encoder_.model().info.max_seq_len;
        most && length > *most)
      refuse(fmt::format("this model has {} positions, too few for {} pieces",
                         *most, length));
    ids.reshape({std::size_t{1}, length});
    return ids;
  }

  Array vector_of(const Words& words, const PositionScheme* positions) const {
    horloge::ModelInput in;
    in.ids = ids_of(words);
    in.positions = positions;
    return encoder_(in).array();
  }

  std::string pieces_of(const Words& words) const {
    Words pieces;
    for (const std::int64_t id : ids_of(words))
      pieces.push_back(tokenizer_->token(id));
    return text_of(pieces);
  }

  const horloge::SentenceEncoderOptions& options() const {
    return encoder_.options();
  }

 private:
  horloge::SentenceEncoder encoder_;
  std::shared_ptr<const horloge::PretrainedTokenizer> tokenizer_;
};

double cosine(const Array& a, const Array& b) {
  double product = 0, square_a = 0, square_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    product += x * y;
    square_a += x * x;
    square_b += y * y;
  }
  return product / std::sqrt(square_a * square_b);
}

// The mean over some orders.
double mean_cosine(const Encoder& encoder, const Words& words,
                   const std::vector<Words>& orders,
                   const PositionScheme* positions) {
  const Array own = encoder.vector_of(words, positions);
  double sum = 0;
  for (const Words& order : orders)
    sum += cosine(own, encoder.vector_of(order, positions));
  return sum / static_cast<double>(orders.size());
}

std::vector<Words> random_orders(const Words& words, std::size_t count) {
  std::vector<Words> orders;
  for (std::uint64_t seed = 1; orders.size() < count; ++seed) {
    const auto permutation = horloge::Rng(seed).permutation(words.size());
    Words order;
    for (const std::size_t i : permutation) order.push_back(words[i]);
    if (order != words) orders.push_back(order);
  }
  return orders;
}

Words reversed(Words words) {
  std::reverse(words.begin(), words.end());
  return words;
}

// Where that is a choice: of the model's own vector there is nothing to say.
std::string what_vectors_are(const Session& session,
                             const horloge::SentenceEncoderOptions& options,
                             bool said) {
  if (options.pooling == horloge::SentencePooling::own) return "";
  const bool first = options.pooling == horloge::SentencePooling::first_token;
  std::string text = first ? "Its vector of a text is that of the first piece"
                           : "Its vector of a text is the mean of its pieces'";
  if (options.normalize) text += ", divided by its length";
  if (!said)
    text += "; the folder has no modules.json to say so, and this is usual";
  return wrapped(session, "", text + ".", 2);
}

std::string compare_orders(const Session& session, const Encoder& encoder,
                           const Words& words, bool said) {
  const horloge::NoPositions none;
  const auto line = [&](const std::string& text) {
    return horloge::cut_to_width(text, session.terminal.columns) + "\n";
  };
  const auto row = [&](const std::vector<Words>& orders,
                       const std::string& what) {
    return line(fmt::format("  {:>14.3f} {:>9.6f}  {}",
                            mean_cosine(encoder, words, orders, nullptr),
                            mean_cosine(encoder, words, orders, &none), what));
  };
  constexpr std::size_t few = 3, many = 20;
  std::string text =
      "\n" + wrapped(session, "", "In pieces: " + encoder.pieces_of(words), 2);
  text += what_vectors_are(session, encoder.options(), said);
  text += wrapped(session, "",
                  "The cosine of its vector with that of the same tokens in "
                  "another order:",
                  2);
  text += line("  with positions   without");
  if (const Words back = reversed(words); back != words)
    text += row({back}, horloge::escape_controls(text_of(back)));
  if (words.size() > few)
    text += row(random_orders(words, many),
                fmt::format("the mean of {} random orders", many));
  return text;
}

}  // namespace

bool makes_vectors(const horloge::LanguageModel& model,
                   const fs::path& folder) {
  if (horloge::says_sentence_pooling(folder)) return true;
  const auto& info = model.info;
  return !info.causal && !info.decoder_start_id &&
         !output_for_any(model).logits.defined();
}

void show_text(const Session& session,
               const std::shared_ptr<const horloge::LanguageModel>& model,
               const fs::path& folder, const std::string& text) {
  const Words words = words_of(text);
  if (std::adjacent_find(words.begin(), words.end(), std::not_equal_to<>()) ==
      words.end())
    refuse("--text has to be two different tokens or more");
  const horloge::NoGrad no_grad;
  const std::string comparison =
      compare_orders(session, Encoder(model, folder), words,
                     horloge::says_sentence_pooling(folder));
  show(show_summary(session, *model, model->info.positions) + comparison);
}

}  // namespace models
