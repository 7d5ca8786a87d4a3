#include "course/models/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/models/given_words.h"
#include "course/models/model_files.h"
#include "course/models/model_text.h"
#include "course/models/model_writing.h"
#include "course/models/other_scheme.h"
#include "course/models/refuse.h"
#include "course/models/text_ids.h"
#include "course/models/waiting.h"
#include "course/runner/screen.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"

namespace models {

using namespace runner;
namespace {

using horloge::LanguageModel;
using horloge::ModelInfo;

// A table of positions ends somewhere. The last word that is written is not
// read again.
void need_room(const ModelOptions& options, const ModelInfo& info,
               std::size_t length) {
  if (!info.max_seq_len || !options.position.empty()) return;
  const std::size_t most = *info.max_seq_len;
  if (length > most)
    refuse(fmt::format("this model has {} positions, too few for {} tokens",
                       most, length));
  const std::size_t room = most - length + 1;
  if (options.generate > room)
    refuse(
        fmt::format("this model has {} positions: after {} tokens it can "
                    "write {}, not {}",
                    most, length, room, options.generate));
}

void need_next_words(const ModelOptions& options, const LanguageModel& model,
                     const std::vector<std::int64_t>& ids) {
  if (options.generate == 0) return;
  if (!model.info.causal && !writes_about(model))
    refuse(
        fmt::format("{} sees the tokens on both sides of a position, and does "
                    "not predict the next one",
                    model.info.architecture));
  if (const auto padding = model.info.padding_id;
      padding && std::count(ids.begin(), ids.end(), *padding) > 0)
    refuse(
        fmt::format("{} is this model's padding, which --generate leaves "
                    "out; take another token",
                    *padding));
  if (options.position == "scaled_index")
    refuse(
        "--generate does not work with scaled_index: every new token would "
        "move "
        "all those before it");
}

std::size_t place_of(const ModelOptions& options, const LanguageModel& model,
                     std::size_t length) {
  if (options.at > 0 && writes_about(model))
    refuse(fmt::format(
        "--at does not apply to {}, which writes about all the tokens",
        model.info.architecture));
  if (options.at > length)
    refuse(
        fmt::format("--at has to be from 1 to {}, the number of tokens, not {}",
                    length, options.at));
  return (options.at == 0 ? length : options.at) - 1;
}

// What applies to words needs some.
void need_any_words(const ModelOptions& options) {
  if (options.ids || options.text) return;
  const std::pair<const char*, bool> given[] = {
      {"--shuffle", options.shuffle},
      {"--generate", options.generate > 0},
      {"--at", options.at > 0},
      {"--top", options.top != ModelOptions().top}};
  for (const auto& [name, is_given] : given)
    if (is_given) refuse(fmt::format("{} needs --text or --ids", name));
}

// A model that only makes vectors says nothing that these would change.
void need_no_predictions(const ModelOptions& options,
                         const LanguageModel& model) {
  const std::pair<const char*, bool> given[] = {
      {"--shuffle", options.shuffle},
      {"--generate", options.generate > 0},
      {"--at", options.at > 0},
      {"--position", !options.position.empty()}};
  for (const auto& [name, is_given] : given)
    if (is_given)
      refuse(fmt::format(
          "{} does not apply to {}, which makes a vector of a text and "
          "predicts no tokens",
          name, model.info.architecture));
}

// Reasons to doubt the answers: schemes that nobody has trained, and texts
// longer than those of the training.
std::string show_doubts(const Session& session, const ModelOptions& options,
                        const ModelInfo& info, std::size_t words) {
  std::string out;
  if (const std::string doubt = doubt_about(options.position); !doubt.empty())
    out += wrapped(session, "", doubt, 0);
  const std::size_t length = words + options.generate;
  if (info.trained_len && length > *info.trained_len)
    out += wrapped(session, "",
                   fmt::format("These are {} tokens, and the texts of its "
                               "training had up to {}: past that, what it says "
                               "is a guess.",
                               length, *info.trained_len),
                   0);
  return out;
}

Answer first_answer(const ModelOptions& options, const ModelView& view) try {
  return answer_of(view, view.ids, view.positions);
} catch (const horloge::Error& e) {
  if (options.position.empty()) throw;
  throw horloge::ValueError(fmt::format(
      "{} does not fit this {}: {}", options.position,
      view.model.info.architecture, horloge::without_who(e.what())));
}

// What the model says to the ids.
void show_answers(const ModelOptions& options, const ModelScreen& screen,
                  const std::vector<std::int64_t>& other_order) {
  const std::string reading =
      fmt::format("reading {} tokens", screen.view.ids.size());
  const Answer own = wait_for<Answer>(screen.session, reading, [&] {
    return first_answer(options, screen.view);
  });
  if (options.generate > 0 && !own.of_words)
    throw horloge::ValueError(
        fmt::format("this {} has no head to predict tokens with",
                    screen.view.model.info.architecture));
  show("\n" + show_predictions(screen, own));
  if (options.shuffle)
    show("\n" + wait_for<std::string>(
                    screen.session, reading + " in another order",
                    [&] { return show_shuffled(screen, own, other_order); }));
  if (options.generate == 0) return;
  show("\n");
  write_on(screen, horloge::GenerateOptions()
                       .with_max_new_tokens(options.generate)
                       .with_sampling(options.sampling)
                       .with_seed(options.seed));
}

void show_all(const Session& session, const ModelOptions& options) {
  need_scheme(options.position);
  need_any_words(options);
  std::vector<std::int64_t> ids;
  if (options.ids) ids = read_ids(*options.ids);

  const auto model =
      open_model(session, options.folder, std::max<std::size_t>(ids.size(), 1));
  if (options.text && makes_vectors(*model, options.folder)) {
    need_no_predictions(options, *model);
    return show_text(session, model, options.folder, *options.text);
  }
  TokenNames names;
  if (options.ids || options.text) names = TokenNames::read(options.folder);
  if (options.text) ids = ids_of_text(names, *options.text);
  const auto other = other_scheme(
      {options.position, options.seed, ids.size() + options.generate}, *model);
  const std::string scheme =
      name_of_scheme(options.position, *model, other.get());
  if (ids.empty())
    return show(show_summary(session, *model, scheme) +
                show_doubts(session, options, model->info, ids.size()));

  need_words(ids, model->info);
  need_room(options, model->info, ids.size());
  need_memory_for_answer(*model, ids.size());
  need_next_words(options, *model, ids);
  const std::size_t place = options.text && options.at == 0
                                ? place_in_text(names, *model, ids)
                                : place_of(options, *model, ids.size());
  const ModelView view{
      *model, ids, place, other.get(),
      options.text ? special_ids(names, ids) : std::vector<std::int64_t>()};
  std::vector<std::int64_t> other_order;
  if (options.shuffle) other_order = shuffled(view, options.seed);
  show(show_summary(session, *model, scheme));
  if (options.text) show("\n" + show_pieces(session, names, ids));
  show(show_doubts(session, options, model->info, ids.size()));
  if (names.empty() && !names.trouble().empty())
    show(wrapped(session, "", "Words are shown by number: " + names.trouble(),
                 0));
  show_answers(options, {session, view, names, scheme, options.top},
               other_order);
}

}  // namespace

void show_model(const Session& session, const ModelOptions& options) try {
  show_all(session, options);
} catch (const horloge::Error& e) {
  throw horloge::ValueError(horloge::without_who(e.what()));
}

}  // namespace models
