#include "course/runner/model_writing.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <utility>

#include "course/runner/screen.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  return s < 60 ? fmt::format("{} s", s)
                : fmt::format("{} min {:02} s", s / 60, s % 60);
}

}  // namespace

ModelWriting::ModelWriting(const ModelScreen& screen, std::size_t count,
                           Clock::time_point start)
    : screen_(screen), count_(count), start_(start), drawn_at_(start) {}

void ModelWriting::add(std::int64_t id, Clock::time_point now) {
  written_.push_back(id);
  constexpr auto often_enough = std::chrono::milliseconds(100);
  if (now - drawn_at_ >= often_enough) draw(now);
}

void ModelWriting::end() {
  const bool early = written_.size() < count_;
  const std::vector<std::string> lines =
      lines_of(paragraph(screen_.session, text() + (early ? ", the end" : "")));
  std::string out = erase();
  out += full_lines(lines);
  show(out + lines.back() + "\n");
}

std::string ModelWriting::text() const {
  return fmt::format("After {} it writes: {}",
                     in_a_row(screen_.names, screen_.view.ids),
                     screen_.names.empty() ? in_a_row(screen_.names, written_)
                                           : screen_.names.text(written_));
}

// "12 of 100 words, 28 s left, 3.1 a second"
std::string ModelWriting::progress(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(written_.size()) / seconds;
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

std::string ModelWriting::erase() {
  const bool was_drawn = std::exchange(drawn_, false);
  return was_drawn ? "\r\x1b[K\x1b[A\x1b[K" : "";
}

// A word may be a part of one, so the text is wrapped anew as a whole.
void ModelWriting::draw(Clock::time_point now) {
  const stage::Terminal& terminal = screen_.session.terminal;
  const std::vector<std::string> lines =
      lines_of(paragraph(screen_.session, text()));
  std::string out = erase();
  out += full_lines(lines);
  if (terminal.moves) {
    const std::string below =
        horloge::cut_to_width(progress(now), terminal.columns - 1);
    out +=
        lines.back() + "\n" + stage::styled(terminal, stage::Style::dim, below);
    drawn_ = true;
  }
  show(out);
  drawn_at_ = now;
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

}  // namespace runner
