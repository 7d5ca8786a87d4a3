#include "course/stage/long_work.h"

#include <csignal>
#include <optional>

#include "horloge/core/interrupt.h"

namespace stage {
namespace {

std::optional<horloge::InterruptGuard>& guard() {
  static std::optional<horloge::InterruptGuard> guard{std::in_place};
  return guard;
}

std::atomic<LongWork*> current{nullptr};

}  // namespace

bool interrupted() { return guard()->interrupted(); }

bool is_to_end() { return guard()->signal() == SIGTERM; }

void forget_interrupt() {
  guard().reset();
  guard().emplace();
}

void stop_if_interrupted() {
  LongWork* const work = current;
  if (interrupted() || (work != nullptr && work->is_skipped()))
    throw Interrupted{};
}

LongWork::LongWork(std::function<bool()> skip) : skip_(std::move(skip)) {
  current = this;
}

LongWork::~LongWork() { current = nullptr; }

bool LongWork::is_skipped() {
  done_ = true;
  if (!skip_ || skipped_) return skipped_;
  const std::unique_lock<std::mutex> lock(asking_, std::try_to_lock);
  if (lock.owns_lock() && skip_()) skipped_ = true;
  return skipped_;
}

}  // namespace stage
