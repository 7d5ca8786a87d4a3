// A language model of characters, trained on texts of 64 and read to 1024,
// with rotary positions stretched, too.

#include "horloge/core/xtensor.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "common/modules.h"
#include "reader.h"
#include "task.h"

using namespace horloge;

namespace {

constexpr std::size_t text_length = 64, longest_text = 16 * text_length;
constexpr std::size_t tested = 16 * longest_text + 1;

struct Letters {
  Ids train, test;  // (N)
  std::size_t kinds;
};

// Four books of the King James Bible; the last characters are for testing.
Letters read_letters() {
  std::ifstream file(HORLOGE_DATA_DIR "/text/king_james.txt");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.size() < 4 * tested)
    throw FileError("[read_letters] data/text/king_james.txt is missing");
  std::map<char, std::int64_t> number;
  for (const char c : text) number.emplace(c, std::int64_t(number.size()));
  std::vector<std::int64_t> train, test;
  for (std::size_t i = 0; i < text.size(); ++i)
    (i + tested < text.size() ? train : test).push_back(number.at(text[i]));
  return {Ids(xt::adapt(train)), Ids(xt::adapt(test)), number.size()};
}

const Letters& letters() {
  static const Letters all = read_letters();
  return all;
}

// Of texts of T characters, each one of the test text asked for once.
double perplexity(const Reader& reader, const PositionScheme& scheme,
                  std::size_t T) {
  const NoGrad no_grad;
  const Ids& text = letters().test;
  const std::size_t at_once = longest_text / T;
  double sum = 0, parts = 0;
  for (std::size_t begin = 0; begin + longest_text < text.size();
       begin += longest_text) {
    Ids ids = Ids::from_shape({at_once, T});
    Ids next = ids;
    for (std::size_t i = 0; i < at_once * T; ++i) {
      ids.flat(i) = text(begin + i);
      next.flat(i) = text(begin + i + 1);
    }
    sum += cross_entropy(reader(ids, scheme, AttentionMasks::causal()), next)
               .item();
    ++parts;
  }
  return std::exp(sum / parts);
}

void learn_letters(const Reader& reader, PositionScheme& scheme, std::size_t T,
                   std::size_t updates, double rate, std::uint64_t seed) {
  const Windows windows(letters().train, T, longest_text / T, seed);
  train(reader, scheme, updates, rate, [&](std::size_t update) {
    const Windows::Batch batch = windows.at(update);
    return cross_entropy(reader(batch.ids, scheme, AttentionMasks::causal()),
                         batch.targets);
  });
}

Outcome read_longer(const Reader& reader, const PositionScheme& scheme,
                    const std::string& name) {
  Outcome outcome{name, {}};
  for (const std::size_t T : language_task().lengths)
    outcome.values.push_back(perplexity(reader, scheme, T));
  return outcome;
}

// The clock slowed down for texts 16 times as long; and again after a few more
// updates on such texts.
std::vector<Outcome> stretched(const Reader& reader, const Trial& trial) {
  const auto scaled = [](RotaryScalingKind kind) {
    RotaryScaling scaling;
    scaling.kind = kind;
    scaling.factor = 16;
    scaling.original_max_position_embeddings = double(text_length);
    return RotaryOptions().with_scaling(scaling);
  };
  const double K = double(d_model) / num_heads;
  const std::vector<std::pair<std::string, RotaryOptions>> ways = {
      {"", RotaryOptions()},
      {":interpolation", scaled(RotaryScalingKind::linear)},
      {":ntk", RotaryOptions().with_base(10000 * std::pow(16, K / (K - 2)))},
      {":yarn", scaled(RotaryScalingKind::yarn)}};
  std::vector<Outcome> all;
  for (const auto& [name, options] : ways) {
    RotaryPositions scheme(std::size_t(K), options);
    if (!name.empty())
      all.push_back(read_longer(reader, scheme, "rotary" + name));
    Reader tuned(letters().kinds, letters().kinds, Rng(trial.seed).stream(1));
    tuned.load_state_dict(reader.state_dict());
    learn_letters(tuned, scheme, longest_text, trial.updates / 10, 0.001,
                  trial.seed + 1000);
    all.push_back(read_longer(tuned, scheme, "rotary" + name + ":tuned"));
  }
  return all;
}

std::vector<Outcome> model_language(const Trial& trial) {
  const Rng rng(trial.seed);
  const std::size_t kinds = letters().kinds;
  const Reader reader(kinds, kinds, rng.stream(1));
  const auto scheme =
      contender(trial.scheme, longest_text, true, rng.stream(3));
  learn_letters(reader, *scheme, text_length, trial.updates, 0.003, trial.seed);
  std::vector<Outcome> all = {read_longer(reader, *scheme, trial.scheme)};
  if (trial.scheme == "rotary")
    for (const Outcome& one : stretched(reader, trial)) all.push_back(one);
  return all;
}

}  // namespace

Task language_task() {
  return {"language",
          "A language model",
          "perplexity",
          false,
          {text_length, 2 * text_length, 4 * text_length, longest_text},
          1000,
          model_language};
}
