#include "stage/page.h"

#include <algorithm>
#include <cstdio>

#include "horloge/train/interrupt.h"
#include "horloge/view/terminal.h"

namespace stage {
namespace {

void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

void Page::put(const std::string& text) { add({text, false}); }

void Page::add(Piece piece) {
  clear_progress();
  pieces_.push_back(piece);
  if (pager_ == nullptr)
    write(piece.text);
  else if (piece.is_figure)
    pager_->show_together(piece.text);
  else
    pager_->show(piece.text);
}

std::string Page::printed() const {
  std::string text;
  for (const Piece& piece : pieces_) text += piece.text;
  return text;
}

void Page::show(const horloge::Figure& figure) {
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
  if (!terminal_.interactive || !terminal_.moves) return;
  write("\r\x1b[2K" + text);
  shows_progress_ = true;
}

void Page::clear_progress() {
  if (shows_progress_) write("\r\x1b[2K");
  shows_progress_ = false;
}

bool interrupted() {
  static const horloge::InterruptGuard guard;
  return guard.interrupted();
}

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace stage
