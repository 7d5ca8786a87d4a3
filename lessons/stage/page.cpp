#include "stage/page.h"

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

void Page::put(const std::string& text) {
  clear_progress();
  write(text);
  printed_ += text;
}

void Page::show(const horloge::Figure& figure) try {
  horloge::Canvas canvas;
  canvas.width = terminal_.width;
  canvas.height = 18;  // with title, axes and legend 24 lines
  canvas.colour = terminal_.colour;
  put(horloge::draw(figure, canvas));
} catch (const std::exception& e) {
  put(fmt::format("(This figure cannot be drawn: {})\n", e.what()));
}

void Page::progress(const std::string& text) {
  if (!terminal_.interactive) return;
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
