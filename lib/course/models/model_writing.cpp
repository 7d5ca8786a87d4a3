#include "course/models/model_writing.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "course/runner/screen.h"
#include "course/stage/lines.h"

namespace models {

using namespace runner;
namespace {

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  return s < 60 ? fmt::format("{} s", s)
                : fmt::format("{} min {:02} s", s / 60, s % 60);
}

}  // namespace

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

void ModelWriting::end() {
  const bool early = written_.size() < count_;
  const std::vector<std::string> lines = stage::lines_of(
      paragraph(screen_.session, text() + (early ? ", the end" : "")));
  erase();
  show(full_lines(lines) + lines.back() + "\n");
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

// "12 of 100 words, 28 s left, 3.1 a second"
std::string ModelWriting::progress(Clock::time_point now) const {
  const double rate = static_cast<double>(written_.size()) / seconds_until(now);
  const double left = static_cast<double>(count_ - written_.size()) / rate;
  return fmt::format("{} of {} words, {} left, {:.{}f} a second",
                     written_.size(), count_, duration(left), rate,
                     rate < 10 ? 1 : 0);
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
      stage::lines_of(paragraph(screen_.session, text()));
  erase();
  show(full_lines(lines));
  if (!below_.redrawn()) return;
  show(lines.back() + "\n");
  grows_ = true;
  below_.draw(progress(now), screen_.session.terminal.columns,
              seconds_until(now));
}

void write_on(const ModelScreen& screen, std::size_t count) {
  ModelWriting writing(screen, count);
  horloge::GenerateOptions options;
  options.max_new_tokens = count;
  options.positions = screen.view.positions;
  options.on_token = [&](const horloge::Ids& ids) { writing.add(ids(0, 0)); };
  screen.view.model.generate(as_batch(screen.view.ids), options);
  writing.end();
}

}  // namespace models
