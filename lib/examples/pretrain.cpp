// pretrain CONFIG FILE FOLDER [STEPS]: a new model with the settings of a config.json learns a text
// character by character, and is left in the folder, for ./learn model. A run that was stopped goes
// on from FILE.pretrain.
#include <horloge/horloge.h>

#include <charconv>
#include <iostream>

using namespace horloge;

int main(int argc, char** argv) try {
  const std::string_view count = argc == 5 ? argv[4] : "3000";
  std::uint64_t steps = 0;
  const auto [end, error] = std::from_chars(count.begin(), count.end(), steps);
  if (argc < 4 || argc > 5 || error != std::errc() || end != count.end())
    throw ValueError("usage: pretrain CONFIG FILE FOLDER [STEPS], where STEPS is a whole number");
  const std::string file = argv[2], text(map_file(file, "pretrain").view);
  const CharTokenizer tokenizer({text});
  const Config config = Config::read(argv[1]);
  if (const auto size = config.size("vocab_size"); size != tokenizer.vocab_size())
    throw ValueError("the text has " + std::to_string(tokenizer.vocab_size()) +
                     " characters, with <pad> and <unk>, and vocab_size is " +
                     std::to_string(size));

  Rng rng(1);
  const auto model = make_model(config, rng);
  const std::size_t T = likelihood_window(*model), B = 16;
  const Ids ids = tokenizer.encode(text);
  const std::size_t N = ids.size() * 9 / 10;  // to learn from; the rest is held out
  const Windows learned(xt::view(ids, xt::range(0, N)), T, B);
  const Windows held_out(xt::view(ids, xt::range(N, ids.size())), T, 8 * B);
  const auto loss = [&](const Windows::Batch& b) {
    return cross_entropy(model->forward({b.ids}).logits, b.targets);
  };

  AdamW optimizer(model->parameters(), AdamWOptions().with_lr(3e-3).with_weight_decay(0.1));
  const auto step_loss = [&](std::uint64_t step) { return loss(learned.at(step)); };
  auto options = TrainOptions().with_steps(steps).with_clip_norm(1);
  options.checkpoint = file + ".pretrain";
  options.evaluate = [&] { return loss(held_out.at(0)).item(); };
  const auto rate = cosine_with_warmup(3e-3, 200, std::max<std::uint64_t>(steps, 201));
  if (train(*model, optimizer, rate, step_loss, options).end == TrainEnd::interrupted)
    throw Error("stopped; the same command goes on from there");
  model->eval();
  const NoGrad no_grad;
  std::cout << "held-out loss " << options.evaluate() << ", nats per character\n";
  save_pretrained(*model, argv[3]);
  save_pretrained(tokenizer, argv[3]);
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
