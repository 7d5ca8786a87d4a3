#include "course/stage/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "course/stage/fold.h"
#include "course/stage/guess_curves.h"
#include "course/stage/listing.h"
#include "course/stage/long_work.h"
#include "course/stage/markdown.h"
#include "course/stage/questions.h"
#include "course/stage/results.h"
#include "course/stage/theme.h"

namespace stage {
namespace {

constexpr const char* run_words = "Enter: run";

class Player {
 public:
  /// Without questions everything is shown at once.
  Player(const Lesson& lesson, const Terminal& terminal,
         const PlayOptions& options, Questions* questions = nullptr)
      : lesson_(lesson),
        terminal_(terminal),
        options_(options),
        guesses_(options.guesses),
        questions_(questions),
        pager_(
            terminal, show,
            questions == nullptr ? Pager::Ask() : [this](const auto& words) {
              return answer([&] {
                return questions_->ask(terminal_, at_ + 1, words, page_keys());
              });
            }) {}
  /// Prints nothing; counts questions for count_windows().
  Player(const Lesson& lesson, const Terminal& terminal,
         const PlayOptions& options, const Pager::Ask& ask)
      : lesson_(lesson),
        terminal_(terminal),
        options_(options),
        guesses_(options.guesses),
        pager_(
            terminal, [](const std::string&) {}, ask) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// The learner has left a step; the window may have another size by now.
  void start_page() {
    if (questions_ != nullptr) find_window();
    pager_.start_page(terminal_);
  }

  void show_title() {
    pager_.show({[this](const Terminal& terminal) {
      const std::string subject =
          lesson_.subject.empty() ? ""
                                  : render_markdown(lesson_.subject, terminal);
      return "\n" + heading(lesson_.title, terminal) + "\n" + subject + "\n";
    }});
    const auto asides =
        std::count_if(lesson_.steps.begin(), lesson_.steps.end(),
                      [](const Step& step) { return step.aside; });
    if (questions_ == nullptr || asides == 0) return;
    const auto steps = static_cast<std::ptrdiff_t>(lesson_.steps.size());
    pager_.show(
        styled(terminal_, Style::dim,
               fmt::format("{} steps and {} aside{}; a skips an aside",
                           steps - asides, asides, asides == 1 ? "" : "s")) +
        "\n\n");
  }

  void show_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    at_ = index;
    at_run_ = false;
    pager_.show({[this, &step, index](const Terminal& terminal) {
      return heading(fmt::format("{}/{}  {}", index + 1, lesson_.steps.size(),
                                 step.full_title()),
                     terminal) +
             "\n\n" + render_markdown(step.before, terminal) + "\n";
    }});
    predict(step);
    if (!step.run) return;
    code_ = pager_.passages();
    pager_.show({[this, &step](const Terminal& terminal) {
                   return listing(step, terminal, open_);
                 },
                 true});
    if (printed_.count(index) == 0)
      run(step);
    else
      show_pieces(printed_[index]);
    pager_.show("\n");
    compare(step);
    if (step.after.find_first_not_of(" \n") != std::string::npos)
      pager_.show({[&step](const Terminal& terminal) {
        return render_markdown(step.after, terminal) + "\n";
      }});
  }

  void show_folds() { pager_.show(all_folds(lesson_, terminal_)); }
  void ask(const std::string& words) { pager_.ask(words); }
  void finish() { pager_.finish(); }

 private:
  void find_window() {
    const Theme theme = terminal_.theme;
    terminal_ = find_terminal();
    terminal_.theme = theme;
  }

  // What belongs to the page itself is done here, the rest by the pager and
  // its caller.
  Turn answer(const std::function<Turn()>& ask) {
    const Turn turn = ask();
    if (turn.to == Turn::To::redraw) {
      find_window();
      pager_.resize(terminal_);
    }
    if (turn.to == Turn::To::predict) {
      anew_ = true;
      return {Turn::To::step, at_ + 1};
    }
    if (turn.to != Turn::To::code) return turn;
    open_ = !open_;
    pager_.begin_with(code_);
    return {Turn::To::redraw, 0};
  }

  PageKeys page_keys() const {
    const Step& step = lesson_.steps[at_];
    PageKeys keys;
    if (at_run_ && !step.stored.empty())
      keys.push_back({'s', Turn::To::stored, "s: stored result",
                      "show the stored result instead of running the code"});
    if (has_folds(step.code))
      keys.push_back({'c', Turn::To::code,
                      open_ ? "c: fold code" : "c: full code",
                      open_ ? "fold the code" : "unfold the code"});
    if (step.prediction && guesses_.count(step.prediction->name) > 0)
      keys.push_back({'p', Turn::To::predict, "p: predict anew",
                      "another guess at what will come out"});
    add_aside_key(keys);
    return keys;
  }

  void add_aside_key(PageKeys& keys) const {
    const bool more = at_ + 1 < lesson_.steps.size();
    if (lesson_.steps[at_].aside || (more && lesson_.steps[at_ + 1].aside))
      keys.push_back({'a', Turn::To::past_asides, "a: skip aside",
                      "skip asides: on to the next step of the main path"});
  }

  std::optional<Outcome> guess_of(const Prediction& prediction) const {
    const auto kept = guesses_.find(prediction.name);
    if (kept == guesses_.end()) return {};
    return outcome_of(prediction, kept->second.said);
  }

  void keep(const Prediction& prediction, const Guessed& guessed) {
    guesses_[prediction.name] = guessed;
    if (options_.on_guess) options_.on_guess(guesses_);
  }

  void predict(const Step& step) {
    if (!step.prediction) return;
    const Prediction& prediction = *step.prediction;
    const bool is_open =
        !was_asked(prediction, guesses_) && !outcomes_.count(prediction.name);
    if (std::exchange(anew_, false) || is_open) {
      Guess guess(prediction);
      PageKeys keys;
      add_aside_key(keys);
      pager_.pause([&] {
        if (questions_ == nullptr) return Turn{};
        return answer(
            [&] { return questions_->ask(terminal_, at_ + 1, guess, keys); });
      });
      if (guess.outcome())
        keep(prediction, {kept_text(*guess.outcome()), "", false});
      else if (questions_ != nullptr && !guess_of(prediction))
        keep(prediction, {});
    }
    if (const auto guess = guess_of(prediction))
      show_sentence(guess_sentence(prediction, *guess));
  }

  // What came out beside what the learner said.
  void compare(const Step& step) {
    const Prediction* const prediction = lesson_.prediction_shown_by(step);
    if (prediction == nullptr) return;
    const auto guess = guess_of(*prediction);
    const auto came_out = outcomes_.find(prediction->name);
    if (!guess || came_out == outcomes_.end()) return;
    keep(*prediction, {kept_text(*guess), kept_text(came_out->second),
                       is_right(*prediction, *guess, came_out->second)});
    show_sentence(comparison(*prediction, *guess, came_out->second, at_ + 1));
    if (prediction->kind != Prediction::Kind::curve) return;
    constexpr std::size_t few_rows = 8;
    const Piece curves{nullptr,
                       std::make_shared<const horloge::Figure>(
                           curves_of(*prediction, *guess, came_out->second))};
    pager_.show(passage_of(curves, few_rows));
    pager_.show("\n");
  }

  void show_sentence(const std::string& sentence) {
    pager_.show({[sentence](const Terminal& terminal) {
      return render_markdown(sentence, terminal) + "\n";
    }});
  }

  void run(const Step& step) {
    const bool stored = options_.stored && !step.stored.empty();
    if (stored && questions_ != nullptr) return show_stored(step);
    if (!wants_to_run() || stored) return show_stored(step);
    const std::size_t first = pager_.passages();
    try {
      run_to_the_end(step);
    } catch (const Interrupted&) {
      if (questions_ == nullptr || is_to_end()) pager_.show_rest();
      if (questions_ == nullptr || is_to_end()) throw;
      pager_.take_back(first);
      questions_->go_on();
      show_stored(step);
    } catch (...) {
      pager_.show_rest();
      throw;
    }
  }

  bool wants_to_run() {
    at_run_ = true;
    try {
      pager_.ask(run_words);
    } catch (const LeaveStep& leave) {
      at_run_ = false;
      if (leave.turn.to != Turn::To::stored) throw;
      return false;
    }
    at_run_ = false;
    return true;
  }

  void run_to_the_end(const Step& step) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const bool can_skip = questions_ != nullptr && !step.stored.empty();
    LongWork work([&] { return can_skip && questions_->was_pressed('s'); });
    Page page(terminal_, options_.seed, &pager_,
              can_skip ? "s: stored result" : "");
    try {
      step.run(page);
      page.finish();
    } catch (...) {
      page.finish();
      throw;
    }
    take_outcome(step, page.outcome());
    printed_[at_] = page.pieces();
    if (work.was_done() && options_.on_result)
      options_.on_result(step, stored_result(page));
    const bool long_work = Clock::now() - start > std::chrono::seconds(1);
    if (long_work && questions_ != nullptr) questions_->forget_keys();
  }

  void take_outcome(const Step& step, const std::optional<Outcome>& outcome) {
    const Prediction* const prediction = lesson_.prediction_shown_by(step);
    if (prediction == nullptr && !outcome) return;
    if (prediction == nullptr || !outcome || !fits(*prediction, *outcome))
      throw std::runtime_error(fmt::format(
          "[lesson] `{}` {}", step.name,
          prediction == nullptr ? "says what came out, and nobody was asked"
          : outcome ? "says what came out in another form than asked"
                    : "does not say what came out"));
    outcomes_[step.name] = *outcome;
  }

  void show_stored(const Step& step) {
    if (step.stored.empty())
      return pager_.show("Stopped. There is no stored result for this step.\n");
    show_pieces(pieces_of_stored(
        step.stored, fmt::format("[lesson] results/{}.txt", step.name)));
    const Prediction* const asked = lesson_.prediction_shown_by(step);
    if (asked == nullptr) return;
    const auto outcome = outcome_of_stored(*asked, step.stored);
    if (!outcome)
      throw std::runtime_error(fmt::format(
          "[lesson] results/{}.txt does not say what came out", step.name));
    outcomes_[step.name] = *outcome;
  }

  void show_pieces(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) pager_.show(passage_of(piece));
  }

  const Lesson& lesson_;
  Terminal terminal_;
  const PlayOptions& options_;
  Guesses guesses_;
  Questions* questions_ = nullptr;
  Pager pager_;
  std::size_t at_ = 0;    // the step
  std::size_t code_ = 0;  // the passage with its code
  bool at_run_ = false;   // waits for Enter to run it
  bool open_ = false;     // shows what is folded
  bool anew_ = false;     // asks although there is a guess
  std::map<std::size_t, std::vector<Piece>> printed_;
  std::map<std::string, Outcome> outcomes_;  // by function, as they were seen
};

// The next step that is no aside, or the end.
std::size_t past_asides(const Lesson& lesson, std::size_t at) {
  for (++at; at < lesson.steps.size() && lesson.steps[at].aside; ++at) continue;
  return at;
}

}  // namespace

void play_all(const Lesson& lesson, const Terminal& terminal,
              const PlayOptions& options) {
  Player player(lesson, terminal, options);
  player.show_title();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    player.show_step(i);
    options.on_step(i + 1);
  }
  player.show_folds();
}

void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, const PlayOptions& options) {
  Player(lesson, terminal, options).show_step(number - 1);
}

std::vector<StepWindows> count_windows(const Lesson& lesson,
                                       const Terminal& terminal,
                                       const PlayOptions& options) {
  std::vector<StepWindows> windows(lesson.steps.size());
  std::size_t asked = 0, before = 0;
  Player player(lesson, terminal, options, [&](const std::string& words) {
    ++asked;
    if (words == run_words) before = asked;
    return Turn{};
  });
  for (std::size_t i = 0; i < windows.size(); ++i) {
    asked = before = 0;
    player.start_page();
    player.show_step(i);
    player.ask("Enter: next");
    windows[i] = before == 0 ? StepWindows{asked, 0}
                             : StepWindows{before, asked - before};
  }
  return windows;
}

void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& found, const PlayOptions& options) {
  const std::size_t count = lesson.steps.size();
  Questions questions(lesson);
  Terminal terminal = found;
  terminal.theme = find_theme(terminal, true);
  Player player(lesson, terminal, options, &questions);
  player.show_title();
  for (std::size_t at = first - 1; at < count;) {
    // However this step is left, it is where to go on; the lesson's last one
    // is done with only when it has been seen.
    if (at + 1 < count) options.on_step(at + 1);
    Turn turn;
    try {
      player.show_step(at);
      player.finish();
      if (at + 1 == count) options.on_step(count);
      player.ask(at + 1 < count ? "Enter: next" : "Enter: end");
    } catch (const LeaveStep& leave) {
      turn = leave.turn;
    }
    if (turn.to == Turn::To::quit) break;
    if (turn.to == Turn::To::on) ++at;
    if (turn.to == Turn::To::back && at > 0) --at;
    if (turn.to == Turn::To::step) at = turn.step - 1;
    if (turn.to == Turn::To::past_asides) at = past_asides(lesson, at);
    show("\n");
    player.start_page();
  }
}

}  // namespace stage
