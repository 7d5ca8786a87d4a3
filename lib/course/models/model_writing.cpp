#include "course/models/model_writing.h"

#include <fmt/format.h>

#include <utility>

#include "course/content/lines.h"
#include "course/models/rate.h"
#include "course/runner/screen.h"
#include "horloge/core/interrupt.h"
#include "horloge/nn/bfloat16.h"

namespace models {

using namespace runner;

ModelWriting::ModelWriting(const ModelScreen& screen, std::size_t count,
                           Clock::time_point start)
    : screen_(screen),
      count_(count),
      start_(start),
      below_(stage::live_line(screen.session.terminal)) {
  below_.start(0);
}

void ModelWriting::add(std::int64_t id, Clock::time_point now) {
  written_.push_back(id);
  if (!below_.redrawn() || below_.is_due(seconds_until(now))) draw(now);
}

void ModelWriting::end(bool stopped, Clock::time_point now) {
  const bool early = written_.size() < count_;
  const std::vector<std::string> lines = content::lines_of(
      paragraph(screen_.session, text() + (stopped && early ? " (stopped)"
                                           : early          ? ", the end"
                                                            : "")));
  erase();
  show(full_lines(lines) + lines.back() + "\n");
  // Elsewhere the same command shows the same text.
  if (below_.redrawn() && !written_.empty())
    show(stage::styled(screen_.session.terminal, stage::Style::dim,
                       fmt::format("{} tokens, {}", written_.size(),
                                   rate(written_.size(), seconds_until(now)))) +
         "\n");
}

std::string ModelWriting::text() const {
  return fmt::format("After {} it writes: {}",
                     in_a_row(screen_.names, screen_.view.ids),
                     screen_.names.empty() ? in_a_row(screen_.names, written_)
                                           : screen_.names.text(written_));
}

double ModelWriting::seconds_until(Clock::time_point now) const {
  return std::chrono::duration<double>(now - start_).count();
}

// Those that no word can change any more, and that are not shown yet.
std::string ModelWriting::full_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (; full_ + 1 < lines.size(); ++full_) out += lines[full_] + "\n";
  return out;
}

void ModelWriting::erase() {
  below_.erase();
  if (std::exchange(grows_, false)) show("\x1b[A\x1b[K");
}

// A word may be a part of one, so the text is wrapped anew as a whole.
void ModelWriting::draw(Clock::time_point now) {
  const std::vector<std::string> lines =
      content::lines_of(paragraph(screen_.session, text()));
  erase();
  show(full_lines(lines));
  if (!below_.redrawn()) return;
  show(lines.back() + "\n");
  grows_ = true;
  below_.draw(
      progress_line(written_.size(), count_, "tokens", seconds_until(now)),
      screen_.session.terminal.columns, seconds_until(now));
}

void write_on(const ModelScreen& screen, const horloge::GenerateOptions& how) {
  ModelWriting writing(screen, how.max_new_tokens);
  const horloge::InterruptGuard guard;
  const auto options = how.with_positions(screen.view.positions)
                           .with_on_token([&](const horloge::Ids& ids) {
                             writing.add(ids(0, 0));
                           })
                           .with_stop_if([&] { return guard.interrupted(); });
  keep_bfloat16(screen.view.model);
  screen.view.model.generate(as_batch(screen.view.ids), options);
  writing.end(guard.interrupted());
}

}  // namespace models
