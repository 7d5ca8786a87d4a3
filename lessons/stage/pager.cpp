#include "stage/pager.h"

#include <algorithm>

namespace stage {
namespace {

// In a lower window the questions would be in the way.
constexpr std::size_t lowest_window = 8;

}  // namespace

std::optional<Turn> parse_turn(const std::string& answer, std::size_t steps) {
  if (answer.empty()) return Turn{Turn::To::on, 0};
  if (answer == "b") return Turn{Turn::To::back, 0};
  if (answer == "q") return Turn{Turn::To::quit, 0};
  if (answer.find_first_not_of("0123456789") != std::string::npos ||
      answer.size() > 3)
    return {};
  const std::size_t step = std::stoul(answer);
  if (step < 1 || step > steps) return {};
  return Turn{Turn::To::step, step};
}

Pager::Pager(const Terminal& terminal, Write write, Ask ask)
    : write_(std::move(write)),
      ask_(std::move(ask)),
      width_(std::max<std::size_t>(terminal.columns, 1)),
      room_(terminal.rows < lowest_window ? 0 : terminal.rows - 1) {}

std::size_t Pager::rows_of(std::size_t columns) const {
  return std::max<std::size_t>(1, (columns + width_ - 1) / width_);
}

void Pager::ask(const std::string& words) {
  if (!ask_) return;
  const Turn turn = ask_(words);
  if (turn.to != Turn::To::on) throw LeaveStep{turn};
  start_page();
}

void Pager::show_line(const std::string& line) {
  const bool ends = line.back() == '\n';
  const std::size_t columns = display_width(line) - (ends ? 1 : 0);
  const std::size_t rows = rows_of(partial_ + columns);
  if (room_ > 0 && partial_ == 0 && used_ > 0 && used_ + rows > room_) {
    if (columns == 0) return;  // an empty line at the window's end
    ask("Enter: more");
  }
  write_(line);
  partial_ += columns;
  if (!ends) return;
  used_ += rows_of(partial_);
  partial_ = 0;
}

void Pager::show(const std::string& text) {
  if (room_ == 0) return write_(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    show_line(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
}

void Pager::show_together(const std::string& text) {
  std::size_t rows = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    rows += rows_of(display_width(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (room_ > 0 && used_ > 0 && rows <= room_ && used_ + rows > room_)
    ask("Enter: more");
  show(text);
}

}  // namespace stage
