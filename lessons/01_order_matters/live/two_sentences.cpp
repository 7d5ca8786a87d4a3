#include "two_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../gap.h"
#include "../numpy_style.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/core/xtensor.h"
#include "horloge/text/tokenizer.h"

using horloge::Array;
using horloge::Ids;
using horloge::Rng;
using live::Json;

namespace {

constexpr std::size_t width = 8, most_words = 16, longest_text = 400;

std::vector<std::string> read_words(const Json& with, const char* name) {
  const std::string text = live::text(with, name);
  if (text.size() > longest_text)
    throw horloge::ValueError("a sentence has at most 16 words here");
  if (text.find_first_not_of(" \t\n\r") == std::string::npos)
    throw horloge::ValueError(
        "there are two sentences to write, and one is empty");
  const horloge::WordTokenizer tokenizer(
      {text}, horloge::TokenizerOptions().with_lower_case(true));
  const auto words = tokenizer.tokens(text);
  if (words.size() > most_words)
    throw horloge::ValueError(
        fmt::format("a sentence has at most {} words here, and this one {}",
                    most_words, words.size()));
  return words;
}

// FNV-1a: a word that the lesson does not have gets a row of its own, always
// the same.
std::uint64_t number_of(const std::string& word) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char letter : word)
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  return hash;
}

Array row_of(const std::string& word) {
  const auto known = words_of({0, 1, 2, 3, 4});
  const auto at = std::find(known.begin(), known.end(), word);
  if (at != known.end()) return xt::row(embed({at - known.begin()}), 0);
  static const std::vector<std::string> of_i_love_you = {"我", "爱", "你"};
  for (std::size_t i = 0; i < of_i_love_you.size(); ++i)
    if (word == of_i_love_you[i]) return xt::row(Rng(9).normal({3, width}), i);
  return Rng(number_of(word)).normal({width});
}

// The rows of a sentence.   -> (T, D)
Array rows_of(const std::vector<std::string>& words) {
  Array x = Array::from_shape({words.size(), width});
  for (std::size_t t = 0; t < words.size(); ++t)
    xt::row(x, t) = row_of(words[t]);
  return x;
}

// One of the lesson's layers, with the weights that the lesson draws.
struct Layer {
  std::string name;
  bool positions;
  Array Wq = Rng(4).normal({width, width}), Wk = Rng(5).normal({width, width}),
        Wv = Rng(6).normal({width, width});

  bool looks() const { return name == "attention" || name == "causal"; }

  Array input(const Array& x) const {
    if (!positions) return x;
    return x + position_code(x.shape(0), x.shape(1));
  }

  Array operator()(const Array& rows) const {
    const Array x = input(rows);
    if (name == "attention") return self_attention(x, Wq, Wk, Wv);
    if (name == "causal") return causal_self_attention(x, Wq, Wk, Wv);
    if (name == "recurrent")
      return recurrent(x, Rng(1).normal({width, width}, 0, 0.3),
                       Rng(2).normal({width, width}, 0, 0.3));
    return convolution(x, Rng(3).normal({3, width, width}, 0, 0.3));
  }

  // Row t: how much word t looks at each word.   -> (T, T)
  Array weights(const Array& rows) const {
    Array scores = attention_scores(input(rows), Wq, Wk);
    if (name == "causal")
      for (std::size_t t = 0; t < scores.shape(0); ++t)
        for (std::size_t s = t + 1; s < scores.shape(1); ++s)
          scores(t, s) = -std::numeric_limits<float>::infinity();
    return softmax(scores);
  }
};

struct Read {
  std::vector<std::string> words;
  Array x, y;
};

// Word t of the other sentence is word order[t] of the first; empty if they
// are not the same words.
std::vector<std::size_t> order_of(const std::vector<std::string>& one,
                                  const std::vector<std::string>& other) {
  std::vector<std::size_t> order;
  for (const std::string& word : other) {
    std::size_t at = 0;
    while (at < one.size() &&
           (one[at] != word ||
            std::find(order.begin(), order.end(), at) != order.end()))
      ++at;
    if (at == one.size()) return {};
    order.push_back(at);
  }
  return order.size() == one.size() ? order : std::vector<std::size_t>();
}

Json map_of(const Read& read, const Layer& layer) {
  return {{"kind", "heat_map"},
          {"x_label", "is looked at"},
          {"y_label", "looks"},
          {"values", live::to_json(layer.weights(read.x))},
          {"low", 0},
          {"high", 1},
          {"row_names", read.words},
          {"column_names", read.words}};
}

Json sentence_of(const Read& read, const Layer& layer) {
  Ids all = Ids::from_shape({read.words.size()});
  for (std::size_t t = 0; t < all.size(); ++t) all(t) = std::int64_t(t);
  Json sentence = {{"words", read.words},
                   {"bag", live::to_json(bag_of_words(all, read.x))},
                   {"output", live::to_json(read.y)}};
  if (layer.looks()) sentence["map"] = map_of(read, layer);
  return sentence;
}

Array bag_of(const Read& read) { return xt::sum(read.x, {0}); }

// Each word of the other sentence, beside itself in the first.
Json word_by_word(const Read& one, const Read& other,
                  const std::vector<std::size_t>& order) {
  Json words = Json::array();
  for (std::size_t t = 0; t < order.size(); ++t) {
    const Array difference =
        xt::abs(xt::row(other.y, t) - xt::row(one.y, order[t]));
    words.push_back({{"word", other.words[t]},
                     {"places", {order[t], t}},
                     {"difference", double(xt::amax(difference)())}});
  }
  return words;
}

}  // namespace

Json compare_sentences(const Json& with) {
  const Layer layer{
      live::choice(with, "layer",
                   {"attention", "causal", "recurrent", "convolution"}),
      live::truth(with, "positions")};
  const auto read = [&](const char* name) {
    const auto words = read_words(with, name);
    const Array x = rows_of(words);
    return Read{words, x, layer(x)};
  };
  const Read one = read("one"), other = read("other");
  const auto order = order_of(one.words, other.words);
  Json answer = {
      {"sentences", {sentence_of(one, layer), sentence_of(other, layer)}},
      {"bag_difference",
       double(xt::amax(xt::abs(bag_of(one) - bag_of(other)))())},
      {"same_words", !order.empty()}};
  if (order.empty()) return answer;
  answer["words"] = word_by_word(one, other, order);
  answer["word_by_word"] = equivariance_gap(layer, one.x, order);
  answer["place_by_place"] = double(xt::amax(xt::abs(one.y - other.y))());
  return answer;
}
