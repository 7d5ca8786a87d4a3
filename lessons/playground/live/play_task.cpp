#include "play_task.h"

#include <algorithm>

#include "common/copies.h"
#include "common/modules.h"
#include "common/sentences.h"
#include "common/three_back.h"
#include "horloge/text/tokenizer.h"

using namespace horloge;

namespace {

AttentionMasks masks_of(const PlaySetting& setting) {
  return setting.causal ? AttentionMasks::causal() : AttentionMasks();
}

std::size_t highest(const Array& scores, std::size_t b, std::size_t t) {
  std::size_t best = 0;
  for (std::size_t v = 1; v < scores.shape(2); ++v)
    if (scores(b, t, v) > scores(b, t, best)) best = v;
  return best;
}

PlayExample example_of(const PlayModel& model, const Ids& ids,
                       const Ids& answers, const AttentionMasks& masks,
                       const std::vector<std::string>& names) {
  const NoGrad no_grad;
  PlayExample example;
  const Array scores =
      model.to_answers(model.read(ids, masks, 0, &example.weights)).array();
  for (std::size_t t = 0; t < ids.shape(1); ++t) {
    const bool is_asked = answers(0, t) >= 0;
    example.words.push_back(names[std::size_t(ids(0, t))]);
    example.right.push_back(is_asked ? names[std::size_t(answers(0, t))] : "");
    example.says.push_back(is_asked ? names[highest(scores, 0, t)] : "");
  }
  return example;
}

// Which token stood three positions before? Out of 8, as in lesson 13.
class ThreeBackTask : public PlayTask {
 public:
  static constexpr std::size_t V = 8;
  explicit ThreeBackTask(const PlaySetting& setting)
      : setting_(setting), texts_(Rng(setting.seed).stream(2)) {}

  std::size_t words() const override { return V; }
  std::size_t answers() const override { return V; }

  Tensor loss(const PlayModel& model) override {
    const Ids ids = texts_.integers({16, setting_.length}, 0, V);
    return cross_entropy(model.to_answers(model.read(ids, masks_of(setting_))),
                         three_back(ids));
  }

  // In longer texts the words beyond the trained length are asked for.
  double right(const PlayModel& model, std::size_t times) const override {
    const NoGrad no_grad;
    const std::size_t T = times * setting_.length;
    const Ids ids =
        Rng(setting_.seed)
            .stream(5, std::uint32_t(times))
            .integers({std::max<std::size_t>(2048 / T, 4), T}, 0, V);
    const Tensor scores = model.to_answers(model.read(ids, masks_of(setting_)));
    return right_from(times > 1 ? setting_.length : 0, scores.array(),
                      three_back(ids));
  }

  PlayExample example(const PlayModel& model, std::size_t number,
                      std::size_t times) const override {
    const Ids ids = Rng(setting_.seed)
                        .stream(6, std::uint32_t(number))
                        .integers({1, times * setting_.length}, 0, V);
    return example_of(model, ids, three_back(ids), masks_of(setting_),
                      {"a", "b", "c", "d", "e", "f", "g", "h"});
  }

 private:
  PlaySetting setting_;
  Rng texts_;
};

// A list of different words, a sign, and the list once more.
class CopyTask : public PlayTask {
 public:
  explicit CopyTask(const PlaySetting& setting)
      : setting_(setting),
        longest_(4 * setting.length),
        lists_(Rng(setting.seed).stream(2)) {}

  std::size_t words() const override { return 2 + longest_; }
  std::size_t answers() const override { return 2 + longest_; }

  Tensor loss(const PlayModel& model) override {
    std::vector<std::size_t> n(16);
    for (std::size_t& one : n) one = 1 + lists_.below(setting_.length);
    const Copies texts = some(n, lists_);
    return cross_entropy(
        model.to_answers(model.read(texts.ids, AttentionMasks::causal())),
        texts.answers);
  }

  double right(const PlayModel& model, std::size_t times) const override {
    const NoGrad no_grad;
    Rng rng = Rng(setting_.seed).stream(5, std::uint32_t(times));
    const Copies texts = some(
        std::vector<std::size_t>(times > 1 ? 16 : 32, times * setting_.length),
        rng);
    const Array scores =
        model.to_answers(model.read(texts.ids, AttentionMasks::causal()))
            .array();
    return right_from(0, scores, texts.answers);
  }

  PlayExample example(const PlayModel& model, std::size_t number,
                      std::size_t times) const override {
    std::vector<std::string> names = {"·", "="};
    for (std::size_t i = 0; i < longest_; ++i)
      names.push_back(std::to_string(i + 1));
    Rng rng = Rng(setting_.seed).stream(6, std::uint32_t(number));
    const Copies one = some({times * setting_.length}, rng);
    return example_of(model, one.ids, one.answers, AttentionMasks::causal(),
                      names);
  }

 private:
  Copies some(const std::vector<std::size_t>& n, Rng& rng) const {
    return copies(n, longest_, true, rng);
  }

  PlaySetting setting_;
  std::size_t longest_;
  Rng lists_;
};

// Who does it? Sentences of lesson 1, in English; in a "longer" text the
// sentence stands at its end.
class OrderTask : public PlayTask {
 public:
  explicit OrderTask(const PlaySetting& setting)
      : setting_(setting),
        corpus_(read_corpus("en")),
        split_(split_pairs(corpus_, Rng(setting.seed).stream(4))) {}

  std::size_t words() const override { return corpus_.vocab_size; }
  std::size_t answers() const override { return 1; }

  Tensor loss(const PlayModel& model) override {
    if (epoch_.empty())
      epoch_ = shuffled(split_.train, 32,
                        Rng(setting_.seed).stream(2, std::uint32_t(drawn_)));
    const Batch batch = epoch_.back();
    epoch_.pop_back();
    ++drawn_;
    return cross_entropy(scores(model, batch, 0), batch.doer);
  }

  double right(const PlayModel& model, std::size_t times) const override {
    if (times > 1 && setting_.scheme == "scaled_index")
      throw ValueError(
          "[scaled_index] every text goes from 0 to 1: there is no later "
          "place");
    const NoGrad no_grad;
    double count = 0;
    for (const Batch& batch : in_order(split_.test, 32)) {
      const Array s =
          scores(model, batch, (times - 1) * setting_.length).array();
      for (std::size_t b = 0; b < batch.doer.size(); ++b)
        count += (s(b, 1) > s(b, 0) + 1e-5F) == (batch.doer(b) == 1) ? 1 : 0;
    }
    return count / double(split_.test.size());
  }

  PlayExample example(const PlayModel& model, std::size_t number,
                      std::size_t times) const override {
    const NoGrad no_grad;
    const Sentence& sentence = split_.test[number % split_.test.size()];
    PlayExample example;
    const Batch batch = make_batch({sentence});
    const Array s =
        scores(model, batch, (times - 1) * setting_.length, &example.weights)
            .array();
    const WordTokenizer tokenizer({sentence.text});
    example.words = tokenizer.tokens(sentence.text);
    example.right.resize(example.words.size());
    example.says.resize(example.words.size());
    const std::size_t said = s(0, 1) > s(0, 0) + 1e-5F ? 1 : 0;
    for (std::size_t c = 0; c < 2; ++c) {
      const std::size_t t = sentence.beings[c].first;
      example.right[t] = sentence.doer_is == std::int64_t(c) ? "does it" : "—";
      example.says[t] = said == c ? "does it" : "—";
    }
    return example;
  }

 private:
  // A score for each being, that it is the doer.   -> (B, 2)
  Tensor scores(const PlayModel& model, const Batch& batch, std::size_t first,
                std::vector<Tensor>* weights = nullptr) const {
    const AttentionMasks masks = masks_of(setting_).with_key_mask(batch.words);
    const Tensor x = model.read(batch.ids, masks, first, weights);
    const Tensor beings = matmul(batch.beings, x);  // (B, 2, D)
    return reshape(model.to_answers(beings), {batch.ids.shape(0), 2});
  }

  PlaySetting setting_;
  const Corpus& corpus_;
  Split split_;
  std::vector<Batch> epoch_;
  std::size_t drawn_ = 0;
};

}  // namespace

const std::vector<std::string>& play_task_names() {
  static const std::vector<std::string> names = {"three_back", "copy", "order"};
  return names;
}

std::unique_ptr<PlayTask> make_play_task(const PlaySetting& setting) {
  if (setting.task == "copy") return std::make_unique<CopyTask>(setting);
  if (setting.task == "order") return std::make_unique<OrderTask>(setting);
  return std::make_unique<ThreeBackTask>(setting);
}
