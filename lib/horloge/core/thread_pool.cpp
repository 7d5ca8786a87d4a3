#include "horloge/core/thread_pool.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace horloge::detail {
namespace {

// How long a thread looks out before it sleeps. W1 of the bench was as fast with 20 as with 100;
// beside other programs, what 5 to 100 changed was less than what one run differs from the next.
constexpr std::chrono::microseconds spin_time{40};

constexpr std::size_t most_threads = 256;

thread_local bool in_a_tile = false;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Whether it has come true before spin_time was over.
template <class Condition>
bool comes_soon(const Condition& condition) {
  using Clock = std::chrono::steady_clock;
  constexpr int looks_per_clock = 32;
  Clock::time_point end{};
  for (;;) {
    for (int i = 0; i < looks_per_clock; ++i) {
      if (condition()) return true;
      pause();
    }
    const Clock::time_point now = Clock::now();
    if (end == Clock::time_point{}) end = now + spin_time;
    if (now > end) return condition();
  }
}

// Where a thread sleeps until something has come true. The thread that makes it true calls wake()
// afterwards, which costs next to nothing while nobody sleeps.
class Waiter {
 public:
  template <class Condition>
  void sleep_until(const Condition& condition) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++sleepers_;
    wake_.wait(lock, condition);
    --sleepers_;
  }
  void wake() {
    if (sleepers_ == 0) return;
    { const std::lock_guard<std::mutex> lock(mutex_); }
    wake_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<int> sleepers_{0};
};

template <class Condition>
void wait_until(const Condition& condition, Waiter& waiter) {
  if (!comes_soon(condition)) waiter.sleep_until(condition);
}

// The tiles begin to end - 1 that a thread is to do, in one number, so that they are taken at once.
class alignas(64) TileRange {
 public:
  void give(std::uint64_t begin, std::uint64_t end) { range_ = begin << 32U | end; }

  bool take_first(std::size_t& tile) {
    return take([&](std::uint64_t begin, std::uint64_t end) {
      tile = begin;
      return (begin + 1) << 32U | end;
    });
  }
  bool take_last(std::size_t& tile) {
    return take([&](std::uint64_t begin, std::uint64_t end) {
      tile = end - 1;
      return begin << 32U | (end - 1);
    });
  }

 private:
  template <class Rest>
  bool take(const Rest& rest) {
    std::uint64_t now = range_;
    for (;;) {
      const std::uint64_t begin = now >> 32U, end = now & 0xFFFFFFFFU;
      if (begin == end) return false;
      if (range_.compare_exchange_weak(now, rest(begin, end))) return true;
    }
  }
  std::atomic<std::uint64_t> range_{0};
};

class Pool {
 public:
  bool run(const Tiles& all, std::size_t threads) {
    const std::unique_lock<std::mutex> mine(in_use_, std::try_to_lock);
    if (!mine.owns_lock()) return false;
    threads = std::min(threads, ensure_workers(threads - 1) + 1);
    all_ = all;
    threads_ = threads;
    finished_ = 0;
    failure_ = nullptr;
    failed_tile_ = all.tiles;
    for (std::size_t i = 0; i < threads; ++i)
      ranges_[i].give(all.tiles * i / threads, all.tiles * (i + 1) / threads);
    ++loops_;
    idle_workers_.wake();
    work(0);
    wait_until([&] { return finished_ == all.tiles; }, waiting_caller_);
    if (failure_) std::rethrow_exception(failure_);
    return true;
  }

 private:
  // So many threads besides the caller's, or as many as the system allows.
  std::size_t ensure_workers(std::size_t workers) {
    workers = std::min(workers, most_threads - 1);
    try {
      for (; workers_ < workers; ++workers_)
        std::thread([this, i = workers_ + 1, seen = loops_.load()] {
          wait_and_work(i, seen);
        }).detach();
    } catch (const std::system_error&) {
    }
    return workers_;
  }

  // The life of a thread of the pool.
  void wait_and_work(std::size_t i, std::uint64_t seen) {
    for (;;) {
      wait_until([&] { return loops_ != seen; }, idle_workers_);
      seen = loops_;
      if (i < threads_) work(i);
      waiting_caller_.wake();
    }
  }

  // A loop ends with its last tile, so a thread that has taken a tile may look at the loop until it
  // says that the tile is finished. A thread that comes too late finds nothing to take, or tiles of
  // the next loop, which it may take as well.
  void work(std::size_t i) {
    in_a_tile = true;
    std::size_t t = 0, finished = 0;
    for (; ranges_[i].take_first(t); ++finished) run_tile(t);
    const std::size_t threads = threads_;
    for (std::size_t other = 1; other < threads; ++other)
      for (; ranges_[(i + other) % threads].take_last(t); ++finished) run_tile(t);
    in_a_tile = false;
    if (finished > 0) finished_ += finished;
  }

  void run_tile(std::size_t t) {
    try {
      all_.run(t);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failing_);
      if (t < failed_tile_) {
        failed_tile_ = t;
        failure_ = std::current_exception();
      }
    }
  }

  std::mutex in_use_;
  std::size_t workers_ = 0;

  // The loop that runs, in one cache line with the number of loops so far, for which the threads
  // look out.
  alignas(64) std::atomic<std::uint64_t> loops_{0};
  std::atomic<std::size_t> threads_{0};
  Tiles all_{};

  std::array<TileRange, most_threads> ranges_;
  alignas(64) std::atomic<std::size_t> finished_{0};  // tiles

  std::mutex failing_;
  std::exception_ptr failure_;
  std::size_t failed_tile_ = 0;
  Waiter idle_workers_, waiting_caller_;
};

// Its threads may look at it until the program has ended, so it is never destroyed. A child of
// fork() has none of them, and begins anew.
alignas(Pool) unsigned char storage[sizeof(Pool)];

Pool& pool() {
  static Pool* const made = [] {
    pthread_atfork(nullptr, nullptr, [] { new (storage) Pool; });
    return new (storage) Pool;
  }();
  return *made;
}

}  // namespace

bool run_on_pool(const Tiles& all, std::size_t threads) {
  constexpr std::size_t most_tiles = 0xFFFFFFFF;
  return !in_a_tile && all.tiles <= most_tiles && pool().run(all, threads);
}

}  // namespace horloge::detail
