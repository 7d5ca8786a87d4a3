// The same ideas with the library's modules, and a model that is trained.

#include "common/experiment.h"
#include "common/modules.h"
#include "common/sentences.h"
#include "course/stage/lesson.h"
#include "horloge/core/parallel.h"
#include "numpy_style.h"
#include "scrambled.h"

using namespace horloge;

// Step: same_with_modules
void same_with_modules(Page& page) {
  Rng rng(7);
  const Array Wq = rng.normal({8, 8}), Wk = rng.normal({8, 8}),
              Wv = rng.normal({8, 8});
  const Array x = rng.normal({5, 8});
  const Array by_hand = self_attention(x + position_code(5, 8), Wq, Wk, Wv);

  MultiHeadAttention attention(8, 1, rng);
  // Fold: puts the hand-made weights into it
  // A module keeps W as (out, in), and the three projections one below the
  // other.
  attention.load_state_dict(
      {{"in_proj_weight",
        Tensor(Array(xt::concatenate(xt::xtuple(
            xt::transpose(Wq), xt::transpose(Wk), xt::transpose(Wv)))))},
       {"in_proj_bias", Tensor(zeros({24}))},
       {"out_proj.weight", Tensor(Array(xt::eye<real>(8)))},
       {"out_proj.bias", Tensor(zeros({8}))}});
  // End fold
  const SinusoidalPositions positions(5, 8);
  const Tensor y =
      attention(positions(reshape(Tensor(x), {1, 5, 8})));  // (1, 5, 8)

  // Fold: prints both results and their difference
  const Array by_modules = xt::view(y.array(), 0);
  page.print("by hand     {:6.3f} {:6.3f} {:6.3f} …\n", by_hand(0, 0),
             by_hand(0, 1), by_hand(0, 2));
  page.print("by modules  {:6.3f} {:6.3f} {:6.3f} …\n", by_modules(0, 0),
             by_modules(0, 1), by_modules(0, 2));
  page.print("largest difference {:.1e}\n",
             xt::amax(xt::abs(by_modules - by_hand))());
}

// Step: look_at_the_data
// How often the being that is named first is the one who does it.
double first_does_it(const std::vector<Sentence>& sentences) {
  double count = 0;
  for (const Sentence& sentence : sentences) {
    const Place doer = sentence.beings[sentence.doer_is];
    const Place other = sentence.beings[1 - sentence.doer_is];
    count += doer.first < other.first;
  }
  return count / double(sentences.size());
}

// Fold: prints three pairs in each language
void look_at_the_data(Page& page) {
  for (const std::string language : {"fr", "en", "zh"}) {
    const std::vector<Sentence> sentences = read_corpus(language).sentences;
    page.print("{}: {} sentences; in {:.0f} % the first one does it\n",
               language, sentences.size(), 100 * first_does_it(sentences));
    for (const std::size_t i : {0, 1, 100, 101, 300, 301})
      page.print("   {}   ({})\n", sentences[i].text, sentences[i].doer);
  }
}

// Step: where_the_doer_stands
// The share of sentences whose doer begins at each position, counted from 0.
std::vector<double> places_of_the_doer(const std::string& language) {
  const auto& sentences = read_corpus(language).sentences;
  std::vector<double> shares(8);  // the last one: 7 and beyond
  for (const Sentence& sentence : sentences) {
    const Place doer = sentence.beings[sentence.doer_is];
    shares[std::min<std::size_t>(doer.first, 7)] += 1;
  }
  for (double& share : shares) share /= double(sentences.size());
  return shares;
}

// Fold: prints them in each language
void where_the_doer_stands(Page& page) {
  page.print("% at position");
  for (int place = 0; place < 7; ++place) page.print("{:6}", place);
  page.print("     7 …\n");
  for (const char* language : {"fr", "en", "zh"}) {
    page.print("{}        ", language);
    for (const double share : places_of_the_doer(language))
      page.print("{:6.0f}", 100 * share);
    page.print("\n");
  }
}

// Step: the_model
// Fold: how the encoder is set up
TransformerOptions small() {
  return TransformerOptions()
      .with_dim_feedforward(64)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}
// End fold
class WhoDoesIt : public Module {
 public:
  static constexpr std::size_t d_model = 32, max_seq_len = 32;
  TokenEmbedding embedding;
  std::function<Tensor(const Tensor&)> add_positions;
  TransformerEncoder encoder;  // two layers
  Linear score;

  // B sentences -> the scores of their two beings (B, 2)
  Tensor operator()(const Batch& batch, AttentionMasks masks = {}) const {
    masks.key_mask = batch.words;  // not at padding
    const Tensor x =
        encoder(add_positions(embedding(batch.ids)), masks);  // (B, T, D)
    const Tensor beings = matmul(batch.beings, x);            // (B, 2, D)
    return reshape(score(beings), {beings.shape()[0], 2});
  }

  // Fold: makes the parts, with one of the ways to tell the order
  WhoDoesIt(std::size_t vocab_size, const std::string& code, Rng rng)
      : embedding(
            child("embedding", TokenEmbedding(vocab_size, d_model, rng, 0))),
        encoder(
            child("encoder", TransformerEncoder(2, d_model, 4, rng, small()))),
        score(child("score", Linear(d_model, 1, rng))) {
    for (real& w : embedding.weight.mutable_array())
      w *= 0.03F;  // not to drown the positions
    if (code == "none") add_positions = NoPositions();
    if (code == "sinusoidal")
      add_positions = SinusoidalPositions(max_seq_len, d_model);
    if (code == "learned")
      add_positions =
          child("positions", LearnedPositions(max_seq_len, d_model, rng));
    if (code == "random")
      add_positions = [noise = Rng(rng.bits())](const Tensor& x) mutable {
        return x + Tensor(noise.normal({x.shape()[1], d_model}));
      };
    if (code == "scrambled")
      add_positions = ScrambledPositions(max_seq_len, d_model, rng);
  }
  // End fold
};

// Fold: counts what there is to learn
void the_model(Page& page) {
  for (const std::string code : {"none", "sinusoidal", "learned"})
    page.print("{:<11} {} numbers to learn\n", code,
               WhoDoesIt(250, code, Rng(1)).parameter_count());
}

// Step: train_them
WhoDoesIt train(const Split& data, std::size_t vocab_size,
                const std::string& code, Rng rng,
                const AttentionMasks& masks = {}) {
  WhoDoesIt model(vocab_size, code, rng.stream(1));
  // Fold: the optimizer and its learning rate
  constexpr std::size_t epochs = 13, batch_size = 16;
  const std::size_t steps =
      epochs * ((data.train.size() + batch_size - 1) / batch_size);
  const Schedule lr = linear_with_warmup(0.012, 20, steps);
  AdamWOptions settings;
  settings.weight_decay = 0.1;
  settings.betas = {0.9, 0.98};
  AdamW optimizer(model.parameters(), settings);
  std::size_t step = 0;
  // End fold
  for (std::size_t epoch = 0; epoch < epochs; ++epoch)
    for (const Batch& batch :
         shuffled(data.train, batch_size, rng.stream(2, epoch))) {
      stage::stop_if_interrupted();
      const Tensor loss = cross_entropy(model(batch, masks), batch.doer);
      optimizer.zero_grad();
      loss.backward();
      optimizer.set_lr(lr(step++));
      optimizer.step();
    }
  return model;
}

// Fold: tests a model, and trains one for each way, language and seed
bool says_second(const Array& scores, std::size_t b) {
  return scores(b, 1) > scores(b, 0) + 1e-5F;  // a tie goes to the first
}

double accuracy(const WhoDoesIt& model, const std::vector<Batch>& batches,
                const AttentionMasks& masks = {}) {
  const NoGrad no_grad;
  double right = 0, all = 0;
  for (const Batch& batch : batches) {
    const Array scores = model(batch, masks).array();
    for (std::size_t b = 0; b < batch.doer.size(); ++b, ++all)
      right += says_second(scores, b) == (batch.doer(b) == 1) ? 1 : 0;
  }
  return right / all;
}

double train_and_test(const std::string& language, const std::string& code,
                      std::uint64_t seed, const AttentionMasks& masks = {}) {
  const Corpus corpus = read_corpus(language);
  const Split data = split_pairs(corpus, Rng(seed));
  const WhoDoesIt model =
      train(data, corpus.vocab_size, code, Rng(seed), masks);
  return accuracy(model, in_order(data.test, 8), masks);
}

void train_them(Page& page) {
  Experiment experiment;
  for (const std::string code : {"none", "sinusoidal", "learned", "random"})
    for (const std::string language : {"fr", "en", "zh"})
      for (std::uint64_t seed = page.seed() + 1; seed <= page.seed() + 5;
           ++seed)
        experiment.add(code, language,
                       [=] { return train_and_test(language, code, seed); });
  experiment.run_and_print(page);
  page.came_out(100 * experiment.mean("none"));
}

// Step: look_inside
void look_inside(Page& page) {
  const Corpus corpus = read_corpus("fr");
  const Split data = split_pairs(corpus, Rng(page.seed() + 1));
  const std::vector<Sentence> pair = {data.test[0], data.test[1]};
  const Batch batch = make_batch(pair);
  const std::vector<std::string> codes = {"none", "sinusoidal"};
  std::vector<Array> scores(2);
  parallel_for(2, 1, [&](std::size_t i, std::size_t) {  // both at once
    const WhoDoesIt model =
        train(data, corpus.vocab_size, codes[i], Rng(page.seed() + 1));
    scores[i] = model(batch).array();
  });
  // Fold: prints the scores
  for (std::size_t i = 0; i < 2; ++i) {
    page.print("{}\n", codes[i]);
    for (std::size_t b = 0; b < 2; ++b)
      page.print("   {:9.6f} {:9.6f}   {}\n", scores[i](b, 0), scores[i](b, 1),
                 pair[b].text);
    const Array difference =
        xt::abs(xt::view(scores[i], 0) - xt::view(scores[i], 1));
    page.print("   largest difference between the two sentences {:.1e}\n",
               xt::amax(difference)());
  }
}

// Step: two_warnings
void two_warnings(Page& page) {
  Experiment experiment;
  const auto causal = AttentionMasks::causal();
  for (std::uint64_t seed = page.seed() + 1; seed <= page.seed() + 5; ++seed) {
    experiment.add("none, causal", "fr",
                   [=] { return train_and_test("fr", "none", seed, causal); });
    experiment.add("scrambled", "fr",
                   [=] { return train_and_test("fr", "scrambled", seed); });
  }
  experiment.run_and_print(page);
  page.came_out(100 * experiment.mean("none, causal"));
}
