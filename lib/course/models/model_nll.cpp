#include "course/models/model_nll.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "course/models/given_words.h"
#include "course/models/model_answer.h"
#include "course/models/model_files.h"
#include "course/models/model_screen.h"
#include "course/models/other_scheme.h"
#include "course/models/rate.h"
#include "course/models/refuse.h"
#include "course/models/text_ids.h"
#include "course/models/waiting.h"
#include "course/runner/screen.h"
#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/core/words.h"
#include "horloge/models/likelihood.h"
#include "horloge/text/json.h"
#include "horloge/text/width.h"

namespace models {

using namespace runner;
namespace {

using horloge::LanguageModel;
using horloge::Likelihood;
using Clock = std::chrono::steady_clock;

constexpr const char* its_own = "its own";

// One row of the table.
struct Scheme {
  std::string name;
  std::shared_ptr<horloge::PositionScheme> scheme;  // null: the model's own
  std::size_t untrained = 0;
};

// Its own, none, and those that are named, each once.
std::vector<Scheme> schemes_of(const NllOptions& options,
                               const LanguageModel& model,
                               std::size_t positions) {
  std::vector<std::string> names = {"none"};
  for (const std::string& name : options.positions)
    if (std::count(names.begin(), names.end(), name) == 0)
      names.push_back(name);
  std::vector<Scheme> schemes = {{its_own, nullptr}};
  for (const std::string& name : names) {
    const auto scheme = other_scheme({name, options.seed, positions}, model);
    schemes.push_back({name, scheme, scheme->parameter_count()});
  }
  return schemes;
}

// The text by number, and what a masked model needs to be asked.
struct Question {
  horloge::Ids ids;
  horloge::LikelihoodOptions how;
};

horloge::Ids as_text(const std::vector<std::int64_t>& ids) {
  horloge::Ids text = horloge::Ids::from_shape({ids.size()});
  std::copy(ids.begin(), ids.end(), text.begin());
  return text;
}

// A masked model is asked for each word of the text, and for nothing around it.
horloge::LikelihoodOptions how_to_mask(const TokenNames& names,
                                       const std::vector<std::int64_t>& ids,
                                       const LanguageModel& model) {
  const auto mask = mask_of(names);
  if (!mask)
    refuse(
        fmt::format("{} fills in masked tokens: for --nll it needs --text, and "
                    "a tokenizer that has a mask",
                    model.info.architecture));
  if (const std::size_t most = horloge::likelihood_window(model);
      ids.size() > most)
    refuse(fmt::format(
        "this model reads {} tokens at most, and these are {}: each "
        "is masked in turn, with all others in sight",
        most, ids.size()));
  const std::set<std::int64_t> distinct(ids.begin(), ids.end());
  std::vector<std::int64_t> special;
  for (const std::int64_t id : distinct)
    if (names.tokenizer()->is_special(id)) special.push_back(id);
  return horloge::LikelihoodOptions().with_mask_id(*mask).with_special_ids(
      special);
}

Question question_of(const NllOptions& options, const LanguageModel& model) {
  Question question;
  std::vector<std::int64_t> ids;
  TokenNames names;
  if (options.ids)
    ids = read_ids(*options.ids);
  else
    names = TokenNames::read(options.folder);
  if (options.text) ids = ids_of_text(names, *options.text);
  if (options.file)
    ids = names.ids(std::string(
        horloge::map_file(*options.file, "nll", horloge::longest_text_file)
            .view));
  need_words(ids, model.info);
  question.ids = as_text(ids);
  if (model.info.causal) {
    if (ids.size() < 2)
      refuse("--nll needs two tokens or more: the first is not predicted");
    return question;
  }
  question.how = how_to_mask(names, ids, model);
  return question;
}

// What does not predict words is not asked.
void need_predictions(const LanguageModel& model) {
  const std::string& name = model.info.architecture;
  if (writes_about(model))
    refuse(
        fmt::format("{} writes about a text that it has read; --nll is for "
                    "models that say how a text goes on",
                    name));
  horloge::ModelInput any;
  any.ids = as_batch({0});
  const horloge::NoGrad no_grad;
  if (!model.forward(any).logits.defined())
    throw horloge::ValueError(
        fmt::format("this {} has no head to predict tokens with", name));
}

std::string how_it_is_read(const LanguageModel& model, std::size_t tokens,
                           std::size_t window) {
  if (!model.info.causal)
    return fmt::format(
        "How likely it finds each of these {} tokens, masked, with all others "
        "in sight (pseudo-log-likelihood):",
        grouped(tokens));
  return fmt::format(
      "How likely it finds each of these {} tokens after those before it{}:",
      grouped(tokens),
      tokens > window ? fmt::format(", read in windows of {} that overlap by "
                                    "half",
                                    grouped(window))
                      : "");
}

// The table, a row at a time, above a line that says how far it is.
class NllTable {
 public:
  NllTable(const Session& session, const std::vector<Scheme>& schemes)
      : session_(session), below_(stage::live_line(session.terminal)) {
    for (const Scheme& s : schemes) {
      width_ = std::max(width_, s.name.size());
      untrained_ = untrained_ || s.untrained > 0;
    }
    const std::size_t columns = session.terminal.columns;
    if (needed() > columns) nats_ = "   nats";
    names_above_ = needed() > columns;
  }

  std::string heading() const {
    return cells("positions", nats_, "perplexity",
                 untrained_ ? "untrained" : "");
  }

  std::string row(const Scheme& scheme, const Likelihood& found,
                  std::size_t of) const {
    const std::string untrained =
        scheme.untrained > 0 ? grouped(scheme.untrained) : "";
    const double p = found.perplexity();
    return cells(scheme.name, fmt::format("{:.3f}", found.mean_nll()),
                 p < 1e7 ? fmt::format("{:.2f}", p) : fmt::format("{:.2e}", p),
                 untrained) +
           (found.read < of
                ? wrapped(session_, "    ",
                          fmt::format("stopped after {} of {} tokens",
                                      grouped(found.read), grouped(of)),
                          4)
                : "");
  }

  void tell(const Scheme& scheme, const Likelihood& so_far, std::size_t of,
            Clock::time_point start) {
    const double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    if (!below_.is_due(seconds) || so_far.read == of) return;
    below_.draw(
        scheme.name + ": " + progress_line(so_far.read, of, "tokens", seconds),
        session_.terminal.columns, seconds);
  }

  void begin() { below_.start(0); }
  void erase() { below_.erase(); }

 private:
  std::string line(const std::string& text) const {
    return horloge::cut_to_width(text, session_.terminal.columns) + "\n";
  }

  // The columns that a line takes with all its cells.
  std::size_t needed() const {
    constexpr std::size_t gap = 2, perplexity = 10, untrained = 9;
    return gap + width_ + gap + nats_.size() + gap + perplexity +
           (untrained_ ? gap + untrained : 0);
  }

  std::string cells(const std::string& name, const std::string& nats,
                    const std::string& perplexity,
                    const std::string& untrained) const {
    return (names_above_ ? line("  " + name) : "") +
           line(fmt::format("  {:<{}}  {:>{}}  {:>10}",
                            names_above_ ? "" : name, names_above_ ? 0 : width_,
                            nats, nats_.size(), perplexity) +
                (untrained.empty() ? "" : fmt::format("  {:>9}", untrained)));
  }

  const Session& session_;
  horloge::LiveLine below_;
  // What gives way in a narrow window: the words above a column, then the place
  // beside a name.
  std::string nats_ = "nats per token";
  bool names_above_ = false;
  std::size_t width_ = std::string("positions").size();
  bool untrained_ = false;
};

Likelihood likelihood_under(const Scheme& scheme, const LanguageModel& model,
                            const Question& question,
                            const horloge::InterruptGuard& guard,
                            NllTable& table) try {
  const auto start = Clock::now();
  const std::size_t of = question.ids.size();
  table.begin();
  return horloge::likelihood(
      model, question.ids,
      question.how.with_positions(scheme.scheme.get())
          .with_on_window([&](const Likelihood& so_far) {
            table.tell(scheme, so_far, of, start);
          })
          .with_stop_if([&] { return guard.interrupted(); }));
} catch (const horloge::Error& e) {
  if (scheme.scheme == nullptr) throw;
  throw horloge::ValueError(fmt::format("{} does not fit this {}: {}",
                                        scheme.name, model.info.architecture,
                                        horloge::without_who(e.what())));
}

void show_table(const Session& session, const LanguageModel& model,
                const std::vector<Scheme>& schemes, const Question& question,
                const std::string& sentence) {
  NllTable table(session, schemes);
  const horloge::InterruptGuard guard;
  bool begun = false;
  for (const Scheme& scheme : schemes) {
    const Likelihood found =
        likelihood_under(scheme, model, question, guard, table);
    table.erase();
    if (!begun && found.tokens > 0) show(sentence + table.heading());
    begun = begun || found.tokens > 0;
    if (found.tokens > 0) show(table.row(scheme, found, question.ids.size()));
    if (guard.interrupted()) break;
  }
}

void show_all_of(const Session& session, const NllOptions& options) {
  for (const std::string& name : options.positions) need_scheme(name);
  const auto model = open_model(session, options.folder);
  need_predictions(*model);
  const Question question =
      wait_for<Question>(session, "cutting the text into tokens",
                         [&] { return question_of(options, *model); });
  const std::size_t window = horloge::likelihood_window(*model);
  const auto schemes = schemes_of(options, *model, window);
  show(show_summary(session, *model, model->info.positions));
  show_table(
      session, *model, schemes, question,
      "\n" + wrapped(session, "",
                     how_it_is_read(*model, question.ids.size(), window), 0));
  for (const Scheme& scheme : schemes)
    if (const std::string doubt = doubt_about(scheme.name); !doubt.empty())
      show(wrapped(session, "", doubt, 0));
}

}  // namespace

void show_nll(const Session& session, const NllOptions& options) try {
  show_all_of(session, options);
} catch (const horloge::Error& e) {
  throw horloge::ValueError(horloge::without_who(e.what()));
}

}  // namespace models
