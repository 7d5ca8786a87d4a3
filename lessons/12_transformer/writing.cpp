// The model is trained, and writes.

#include <filesystem>
#include <optional>

#include "course/stage/kept_file.h"
#include "course/stage/lesson.h"
#include "exercises/layer_from_parts/answer.h"
#include "exercises/next_probabilities/answer.h"
#include "horloge/train/adam.h"
#include "horloge/train/batches.h"
#include "horloge/train/trainer.h"
#include "language.h"

using namespace horloge;
namespace fs = std::filesystem;

// Step: it_learns
constexpr std::size_t T = 64, B = 16;
constexpr std::uint64_t all_updates = 2000;

// Trains up to so many steps, on from the file if there is one; says how many
// have been made.
std::uint64_t train_up_to(std::uint64_t updates, Page& page,
                          LanguageModel& model, AdamW& optimizer,
                          const fs::path& file) {
  const auto rotary = positions_named("rotary", 64);
  const Windows windows(king_james().learned, T, B, page.seed());
  const auto loss_of_step = [&](std::uint64_t step) {
    stage::stop_if_interrupted();
    const Tensor loss = loss_of(model, Task(), *rotary, windows.at(step));
    if (step % 10 == 0)
      page.progress(fmt::format("step {} of {}   loss {:.2f}", step,
                                all_updates, loss.item()));
    return loss;
  };
  // Fold: the options, with this file, and the learning rate
  const auto options = TrainOptions()
                           .with_steps(updates)
                           .with_seed(page.seed())
                           .with_clip_norm(1)
                           .with_checkpoint(file)
                           .with_progress(ProgressStyle::quiet);
  const Schedule lr = cosine_with_warmup(0.005, 100, all_updates);
  // End fold
  return train(model, optimizer, lr, loss_of_step, options).state.step;
}

// Fold: write; trains, and lets it write now and then
struct Choice {
  double temperature = 1;
  std::size_t top_k = 0;
  double top_p = 1;
};

std::string write(const LanguageModel& model, const std::string& beginning,
                  std::size_t characters, const Choice& choice, Rng rng) {
  const Text& text = king_james();
  const auto rotary = positions_named("rotary", 64);
  const NoGrad no_grad;
  std::string written = beginning;
  while (written.size() < beginning.size() + characters) {
    const std::size_t first = written.size() - std::min(written.size(), T);
    const Ids seen = text.tokenizer.encode(written.substr(first));
    const Ids row = xt::view(seen, xt::newaxis(), xt::all());
    const Array scores = model(row, *rotary, AttentionMasks::causal()).array();
    const Array last = xt::view(scores, 0, seen.size() - 1,
                                xt::range(0, text.num_characters()));
    Ids next = Ids::from_shape({1});
    next(0) = rng.choice(next_probabilities(last, choice.temperature,
                                            choice.top_k, choice.top_p));
    written += text.tokenizer.decode(next);
  }
  for (char& c : written)
    if (c == '\n') c = '/';
  return written;
}

void print_text(Page& page, const std::string& text) {
  for (std::size_t i = 0; i < text.size(); i += 76)
    page.print("  {}\n", text.substr(i, 76));
}

// What the training has come to; a file of another model is begun anew.
std::uint64_t updates_in(const fs::path& file, LanguageModel& model,
                         AdamW& optimizer) {
  if (file.empty() || !fs::exists(file)) return 0;
  try {
    return load_checkpoint(file, model, optimizer).step;
  } catch (const Error&) {
    fs::remove(file);
    return 0;
  }
}

// Trains the model, on from the file if there is one; `tell` is called at the
// stations.
using Tell = std::function<void(std::uint64_t updates, const LanguageModel&)>;
LanguageModel train_it(Page& page, const Tell& tell) {
  const fs::path file =
      stage::kept_file(fmt::format("king_james.{}.safetensors", page.seed()));
  LanguageModel model(king_james(), ModelSize(), Rng(page.seed() + 1));
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const std::uint64_t before = updates_in(file, model, optimizer);
  if (before > 0)
    page.print("({} steps have been made before; they are kept in\n{})\n",
               before, file.string());
  for (const std::uint64_t station : {0, 100, 500, 2000}) {
    if (station < before) continue;
    train_up_to(station, page, model, optimizer, file);
    stage::stop_if_interrupted();  // Ctrl-C ends train() after a whole update
    tell(station, model);
  }
  return model;
}

std::optional<LanguageModel>& trained_already() {
  static std::optional<LanguageModel> model;
  return model;
}

void it_learns(Page& page) {
  const auto tell = [&](std::uint64_t updates, const LanguageModel& model) {
    const double perplexity = std::exp(held_out_loss(model, Task(), T));
    page.print("{} steps: perplexity {:.2f}\n", updates, perplexity);
    if (updates == all_updates) page.came_out(perplexity);
    print_text(page,
               write(model, "And ", 72, {0.8, 0, 1}, Rng(page.seed() + 1)));
  };
  trained_already() = train_it(page, tell);
}

// Step: how_it_writes
void how_it_writes(Page& page) {
  auto& trained = trained_already();
  if (!trained) trained = train_it(page, [](std::uint64_t, const auto&) {});
  const LanguageModel& model = *trained;
  const auto show = [&](const char* name, const Choice& choice) {
    page.print("{}\n", name);
    print_text(page, write(model, "And the king said unto ", 129, choice,
                           Rng(page.seed() + 2)));
  };
  show("always the likeliest", {1, 1, 1});
  show("temperature 0.5", {0.5, 0, 1});
  show("temperature 1, as it was learned", {1, 0, 1});
  show("temperature 1, the 90 % that are likeliest", {1, 0, 0.9});
  show("temperature 2", {2, 0, 1});
}
