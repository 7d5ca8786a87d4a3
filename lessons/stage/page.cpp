#include "stage/page.h"

#include <cstdio>

#include "horloge/train/interrupt.h"

namespace stage {
namespace {

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

void Page::put(const std::string& text) {
  clear_progress();
  show(text);
  printed_ += text;
}

void Page::progress(const std::string& text) {
  if (!terminal_.interactive) return;
  show("\r\x1b[2K" + text);
  shows_progress_ = true;
}

void Page::clear_progress() {
  if (shows_progress_) show("\r\x1b[2K");
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
