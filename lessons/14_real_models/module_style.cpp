// The same with modules.

#include <memory>
#include <set>
#include <utility>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "exercises/positions_of/answer.h"
#include "exercises/windowed_nll/answer.h"
#include "horloge/models/likelihood.h"
#include "horloge/models/models.h"
#include "numpy_style.h"
#include "published.h"
#include "small_model.h"

using namespace horloge;

// Step: from_a_folder
void from_a_folder(Page& page) {
  const auto model = load_pretrained(small_model_folder());
  ModelInput in;
  in.ids = ids_of("And God said unto Noah, ");
  in.ids.reshape({1, in.ids.size()});
  const NoGrad no_grad;
  const ModelOutput out = model->forward(in);  // logits (1, T, V)
  // Fold: prints what it is, what it expects, and lets it write
  page.print("{}: {}\n", model->info.architecture, model->info.positions);
  page.print("{} numbers, of which positions {}\n\n", model->parameter_count(),
             small_model()->positions->parameter_count());
  page.print("next:");
  for (const Prediction& p :
       top_predictions(out.logits, 0, in.ids.shape(1) - 1, 6))
    page.print("  {} {:.3f}", shown(p.id), p.probability);
  page.print("\n\n");
  const auto options =
      GenerateOptions().with_max_new_tokens(240).with_seed(2).with_sampling(
          SamplingOptions().with_temperature(0.5));
  page.print("{}\n", text_of(model->generate(in.ids, options)));
}

// Step: a_recipe
DecoderRecipe recipe(std::shared_ptr<PositionScheme> positions) {
  DecoderRecipe r;
  r.embeddings.vocab_size = 63;
  r.embeddings.d_model = r.stack.d_model = 64;
  r.positions = std::move(positions);
  r.stack.num_layers = 2;
  r.stack.block.norm = NormOptions().with_kind(NormKind::rms).with_eps(1e-6);
  r.stack.block.attention = GroupedQueryAttentionOptions()
                                .with_num_heads(4)
                                .with_bias(Bias::no)
                                .with_out_bias(Bias::no);
  r.stack.block.feed_forward =
      FeedForwardOptions().with_d_ff(160).with_activation(silu).with_gated(
          true);
  r.stack.block.feed_forward.bias = Bias::no;
  r.head = HeadKind::tied;
  return r;
}

// Fold: gives it the trained weights, and compares; the same with ALiBi
void a_recipe(Page& page) {
  const auto trained = small_model();
  const auto with = [&](std::shared_ptr<PositionScheme> positions) {
    Rng rng(page.seed() + 1);
    DecoderModel model(recipe(std::move(positions)), rng);
    model.load_state_dict(trained->state_dict());
    model.eval();
    return loss_by_place(model);
  };
  page.print("rotary: losses differ by {:.0e} from those of the folder\n",
             largest_difference(with(std::make_shared<RotaryPositions>(16)),
                                loss_by_place(*trained)));
  page.print("ALiBi instead: loss {:.3f}\n",
             double(xt::mean(with(std::make_shared<AlibiPositions>(4)))()));
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  const auto model = small_model();
  Ids ids = xt::view(held_out(), 0);  // (128)
  const Array by_hand = model_by_hand(Weights(), ids);
  ModelInput in;
  in.ids = xt::view(held_out(), xt::range(0, 1));
  const NoGrad no_grad;
  const Array whole = model->forward(in).logits.array();  // (1, T, V)
  DecodingCache cache;
  in.cache = &cache;
  Array one_by_one = Array::from_shape(by_hand.shape());
  for (std::size_t t = 0; t < ids.size(); ++t) {
    in.ids = Ids::from_shape({1, 1});
    in.ids(0, 0) = ids(t);
    xt::view(one_by_one, t) = xt::view(model->forward(in).logits.array(), 0, 0);
  }
  // Fold: prints the differences, and two ways to one loss
  const auto print = [&](const char* what, double difference) {
    page.print("{:<52}{:.1e}\n", what, difference);
  };
  page.print("128 characters, {} scores for each, the largest {:.1f}\n",
             by_hand.shape(1), double(xt::amax(xt::abs(by_hand))()));
  print("by hand and by the library",
        largest_difference(by_hand, xt::view(whole, 0)));
  print("all characters at once, and one by one with a cache",
        largest_difference(one_by_one, xt::view(whole, 0)));
  const Ids text =
      ids_of("And God said unto Noah, The end of all flesh is come.");
  const Weights w;
  const auto next = [&](const Ids& read) { return model_by_hand(w, read); };
  print("loss in windows of 16, by hand and by the library",
        std::abs(windowed_nll(next, text, 16) -
                 likelihood(*model, text, LikelihoodOptions().with_window(16))
                     .mean_nll()));
  std::size_t alike = 0, asked = 0;
  const std::set<std::string> kinds = {"gpt2", "bert",  "bloom",   "gptj",
                                       "phi",  "llama", "gpt_neox"};
  for (const Published& published : published_models()) {
    const Config config = Config::parse(published.config);
    const std::string type = config.text("model_type");
    if (kinds.count(type) == 0) continue;
    const auto read = positions_of(type, config.numbers());
    const ModelInfo info = recipe_of(published.config).info;
    const double base = info.rotary ? info.rotary->base : 0;
    const std::size_t places = info.max_seq_len.value_or(0);
    alike += read.base == base && read.places == places ? 1 : 0;
    ++asked;
  }
  page.print("positions of {} configs, read by hand: {} as the library does\n",
             asked, alike);
}
