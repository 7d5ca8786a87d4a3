#include "course/stage/pager.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "horloge/text/width.h"

namespace stage {
namespace {

// In a lower window the questions would be in the way.
constexpr std::size_t lowest_window = 8;

bool is_indented(const std::string& line) {
  std::size_t at = 0;
  while (line.compare(at, 2, "\x1b[") == 0) {
    at = line.find('m', at);
    if (at++ == std::string::npos) return false;
  }
  return line[at] == ' ';
}

std::size_t letters_in(const std::string& line) {
  const std::vector<horloge::Glyph> all = horloge::glyphs(line);
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(),
      [](const horloge::Glyph& glyph) { return glyph.text != " "; }));
}

}  // namespace

Pager::Pager(const Terminal& terminal, Write write, Ask ask)
    : terminal_(terminal), write_(std::move(write)), ask_(std::move(ask)) {
  set_window(terminal);
}

void Pager::set_window(const Terminal& terminal) {
  terminal_ = terminal;
  width_ = std::max<std::size_t>(terminal.columns, 1);
  room_ = !ask_ || terminal.rows < lowest_window ? 0 : terminal.rows - 1;
}

void Pager::start_page(const Terminal& terminal) {
  set_window(terminal);
  passages_.clear();
  next_ = page_ = {};
  used_ = 0;
}

void Pager::show(const Passage& passage) {
  next_ = {passages_.size(), 0};
  passages_.push_back(passage);
  add(passage.text(terminal_), passage.together);
}

void Pager::show(const std::string& text) {
  show({[text](const Terminal&) { return text; }, false});
}

void Pager::grow(const std::string& text) { add(text, false); }

void Pager::add(const std::string& text, bool together) {
  if (room_ == 0) return write_(text);
  add_lines(text, together);
  show_upper_third();
}

void Pager::add_lines(const std::string& text, bool together) {
  const std::size_t first = lines_.size();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    std::string line = text.substr(begin, end + 1 - begin);
    begin = end + 1;
    const bool goes_on = !lines_.empty() && lines_.back().text.back() != '\n';
    if (!goes_on) lines_.emplace_back().place = next_;
    next_.letters += letters_in(line.substr(0, line.find('\n')));
    if (goes_on) line = lines_.back().text + line;
    const std::size_t columns =
        display_width(std::string_view(line).substr(0, line.find('\n')));
    Line& last = lines_.back();
    last.rows = std::max<std::size_t>(1, (columns + width_ - 1) / width_);
    last.blank = line == "\n";
    last.text = std::move(line);
  }
  if (together) keep_together(first);
}

void Pager::keep_together(std::size_t first) {
  std::size_t block = 0;
  for (std::size_t i = lines_.size(); i > first; --i) {
    block += lines_[i - 1].rows;
    lines_[i - 1].together = block;
  }
  for (std::size_t i = first; i < lines_.size(); ++i) {
    lines_[i].starts = i == first;
    lines_[i].kept = block <= room_;
  }
}

void Pager::write(std::size_t lines) {
  for (; lines > 0; --lines) {
    if (used_ == 0) page_ = lines_.front().place;
    used_ += lines_.front().rows;
    write_(lines_.front().text);
    lines_.pop_front();
  }
}

void Pager::show_upper_third() {
  while (!lines_.empty() && lines_.front().text.back() == '\n') {
    const Line& line = lines_.front();
    const bool fits = line.kept ? used_ + line.together <= room_
                                : used_ + line.rows <= room_ / 3;
    if (!fits) return;
    write(1);
  }
}

std::size_t Pager::rows(std::size_t lines) const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < lines; ++i) sum += lines_[i].rows;
  return sum;
}

std::size_t Pager::lines_that_fit() const {
  std::size_t lines = 0;
  for (std::size_t used = used_; lines < lines_.size(); ++lines) {
    used += lines_[lines].rows;
    if (used > room_) break;
  }
  return lines;
}

// How bad it is to end the page before a line that waits.
int Pager::badness(std::size_t end) const {
  constexpr std::size_t few = 2;
  const Line& next = lines_[end];
  std::size_t above = 0, below = 0, rest = 0;
  while (above < end && !lines_[end - above - 1].blank) ++above;
  while (end + below < lines_.size() && !lines_[end + below].blank) ++below;
  for (std::size_t i = end; i < lines_.size(); ++i) rest += !lines_[i].blank;

  int bad = 0;
  if (!next.blank && !next.starts) bad += above < few || below < few ? 4 : 2;
  if (next.kept && !next.starts) bad += 9;
  if (rest <= few) bad += 3;
  // In the midst of a function, or between a formula and what announces it.
  if (next.blank && end + 1 < lines_.size() &&
      is_indented(lines_[end + 1].text))
    bad += 1;
  if (used_ + rows(end) < room_ / 3) bad += 3;
  return bad;
}

// How many of the lines that wait belong on this page.
std::size_t Pager::page_end() const {
  const std::size_t most = lines_that_fit();
  const bool rest_is_blank =
      std::all_of(lines_.begin() + static_cast<std::ptrdiff_t>(most),
                  lines_.end(), [](const Line& line) { return line.blank; });
  if (rest_is_blank) return most;
  std::size_t best = most;
  int least = std::numeric_limits<int>::max();
  for (std::size_t end = used_ > 0 ? 0 : 1; end <= most; ++end) {
    const int bad = badness(end);
    if (bad > least) continue;
    best = end;
    least = bad;
  }
  return std::max<std::size_t>(best, used_ > 0 ? 0 : 1);
}

void Pager::finish() {
  while (!lines_.empty()) {
    write(page_end());
    const bool more = std::any_of(lines_.begin(), lines_.end(),
                                  [](const Line& line) { return !line.blank; });
    if (!more) lines_.clear();  // blank lines are worth no page
    if (more) turn_page("Enter: more");
  }
}

void Pager::ask(const std::string& words) {
  if (!ask_) return;
  do finish();
  while (!turn_page(words));
}

// Whether the learner went on; if not, the page was drawn anew and waits.
bool Pager::turn_page(const std::string& words) {
  const Turn turn = ask_(words);
  if (turn.to == Turn::To::redraw) {
    draw_anew();
    return false;
  }
  if (turn.to != Turn::To::on) leave(turn);
  used_ = 0;
  page_ = lines_.empty() ? Place{passages_.size(), 0} : lines_.front().place;
  return true;
}

void Pager::pause(const std::function<Turn()>& ask) {
  if (!ask_) return;
  while (true) {
    finish();
    const Turn turn = ask();
    if (turn.to == Turn::To::on) return;
    if (turn.to != Turn::To::redraw) leave(turn);
    draw_anew();
  }
}

void Pager::leave(const Turn& turn) {
  lines_.clear();
  used_ = 0;
  page_ = {passages_.size(), 0};
  throw LeaveStep{turn};
}

void Pager::show_rest() { write(lines_.size()); }

void Pager::resize(const Terminal& terminal) {
  set_window(terminal);
  resized_ = true;
}

void Pager::begin_with(std::size_t passage) {
  if (lines_.empty() || lines_.front().place.passage >= passage)
    page_ = {passage, 0};
}

void Pager::take_back(std::size_t first) {
  if (room_ == 0 || first >= passages_.size()) return;
  passages_.resize(first);
  draw_anew();
}

void Pager::draw_anew() {
  erase_page();
  lines_.clear();
  if (room_ == 0) return;
  for (std::size_t i = page_.passage; i < passages_.size(); ++i) {
    next_ = {i, 0};
    add_lines(passages_[i].text(terminal_), passages_[i].together);
  }
  const auto begins_too_early = [this] {
    const Place& second = lines_[1].place;
    return second.passage == page_.passage && second.letters <= page_.letters;
  };
  while (lines_.size() > 1 && begins_too_early()) lines_.pop_front();
}

// A window that has changed its size may have moved all that it shows.
void Pager::erase_page() {
  if (!terminal_.moves)
    write_("\n");
  else if (resized_)
    write_("\x1b[H\x1b[2J");
  else if (used_ > 0)
    write_(fmt::format("\x1b[{}A\r\x1b[J", used_));
  resized_ = false;
  used_ = 0;
}

}  // namespace stage
