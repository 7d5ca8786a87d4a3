#include "course/stage/page.h"

#include <algorithm>

#include "course/stage/narrow.h"
#include "horloge/core/interrupt.h"
#include "horloge/view/terminal.h"

namespace stage {

void Page::put(const std::string& text) {
  constexpr std::size_t usual = 80;  // what lessons print is no wider
  if (terminal_.columns >= usual) return add({text, false});
  waiting_ += text;
  const std::size_t end = waiting_.rfind("\n\n");
  if (end == std::string::npos) return;
  const std::string whole = waiting_.substr(0, end + 2);
  waiting_.erase(0, end + 2);
  add({fit_printed(whole, terminal_.columns), false});
}

void Page::finish() {
  if (waiting_.empty()) return;
  const std::string rest = std::exchange(waiting_, {});
  add({fit_printed(rest, terminal_.columns), false});
}

// A blank line stands around a figure.
void Page::add(Piece piece) {
  progress_.erase();
  if (!pieces_.empty() && piece.text[0] != '\n') {
    const bool beside_figure = piece.is_figure || pieces_.back().is_figure;
    if (beside_figure && !ends_with_blank_line()) add({"\n", false});
  }
  pieces_.push_back(piece);
  if (pager_ == nullptr)
    stage::show(piece.text);
  else if (piece.is_figure)
    pager_->show_together(piece.text);
  else
    pager_->show(piece.text);
}

bool Page::ends_with_blank_line() const {
  std::string end;
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    if (end.size() > 1) break;
    end = piece->text + end;
  }
  return end == "\n" ||
         (end.size() > 1 && end.compare(end.size() - 2, 2, "\n\n") == 0);
}

std::string Page::printed() const {
  std::string text;
  for (const Piece& piece : pieces_) text += piece.text;
  return text;
}

void Page::show(const horloge::Figure& figure) {
  finish();
  // Title, axes, legend and the question below: all is seen at once.
  constexpr std::size_t around = 7;
  horloge::Canvas canvas;
  canvas.width = std::min<std::size_t>(terminal_.columns, 100);
  canvas.height = 18;
  if (terminal_.rows > around)
    canvas.height = std::min(canvas.height, terminal_.rows - around);
  canvas.colour = terminal_.colour;
  canvas.utf8 = terminal_.utf8;
  std::string text;
  try {
    text = horloge::draw(figure, canvas);
  } catch (const std::exception& e) {
    text = fmt::format("(This figure cannot be drawn: {})\n", e.what());
  }
  add({text, true});
}

void Page::progress(const std::string& text) {
  if (terminal_.interactive && terminal_.moves)
    progress_.draw(text, terminal_.columns);
}

bool interrupted() {
  static const horloge::InterruptGuard guard;
  return guard.interrupted();
}

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace stage
