// gpt FILE [STEPS]: a small GPT learns a text character by character, writes some of its own, and
// is left in the folder FILE.model, for ./learn model.
#include <horloge/horloge.h>

#include <charconv>
#include <iostream>

using namespace horloge;
constexpr std::size_t T = 64, D = 128, H = 4, L = 4, B = 16;

DecoderRecipe llama(std::size_t vocab_size) {
  DecoderRecipe r;
  r.embeddings.vocab_size = vocab_size;
  r.embeddings.d_model = D;
  r.positions = std::make_shared<RotaryPositions>(D / H);  // or others of nn/position/
  BlockOptions& block = r.stack.block;
  block.norm = NormOptions().with_kind(NormKind::rms);
  block.attention.num_heads = H;
  block.feed_forward = FeedForwardOptions().with_d_ff(3 * D).with_activation(silu).with_gated(true);
  block.attention.bias = block.attention.out_bias = block.feed_forward.bias = Bias::no;
  block.attention.dropout = block.dropout = 0.1;
  r.stack.num_layers = L;
  r.stack.d_model = D;
  r.info.trained_len = T;
  return r;
}

int main(int argc, char** argv) try {
  const std::string_view count = argc == 3 ? argv[2] : "2000";
  std::uint64_t steps = 0;
  const auto [end, error] = std::from_chars(count.begin(), count.end(), steps);
  if (argc < 2 || argc > 3 || error != std::errc() || end != count.end())
    throw ValueError("usage: gpt FILE [STEPS], where STEPS is a whole number");
  const std::string file = argv[1], text(map_file(file, "gpt").view);
  const CharTokenizer tokenizer({text});
  const Ids ids = tokenizer.encode(text);
  const std::size_t N = ids.size() * 9 / 10;  // to learn from; the rest is held out
  const Windows learned(xt::view(ids, xt::range(0, N)), T, B);
  const Windows held_out(xt::view(ids, xt::range(N, ids.size())), T, 8 * B);

  Rng rng(1);
  DecoderModel gpt(llama(tokenizer.vocab_size()), rng);
  AdamW optimizer(gpt.parameters(), AdamWOptions().with_lr(1e-3).with_weight_decay(0.1));
  const auto logits = [&](const Ids& of) { return gpt.forward({of}).logits; };  // (B, T, V)
  const auto loss = [&](const Windows::Batch& b) {
    return cross_entropy(logits(b.ids), b.targets);
  };
  const auto step_loss = [&](std::uint64_t step) { return loss(learned.at(step)); };
  auto options = TrainOptions().with_steps(steps).with_clip_norm(1).with_checkpoint(file + ".gpt");
  options.evaluate = [&] { return loss(held_out.at(0)).item(); };
  const auto run = train(gpt, optimizer, inverse_sqrt_with_warmup(1e-3, 100), step_loss, options);
  if (run.end == TrainEnd::interrupted) throw Error("stopped; the same command goes on from there");
  gpt.eval();
  const NoGrad no_grad;
  std::cout << "held-out loss " << options.evaluate() << "\n\n";
  const Ids first = xt::view(ids, xt::newaxis(), xt::range(0, 1));
  const auto writing = GenerateOptions().with_max_new_tokens(399).with_max_seq_len(T);
  const Ids sample = generate(logits, first, writing.with_sampling(SamplingOptions()));
  std::cout << tokenizer.decode(sample) << '\n';
  save_pretrained(gpt, file + ".model");
  save_pretrained(tokenizer, file + ".model");
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
