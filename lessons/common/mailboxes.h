#pragma once

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/rank.h"
#include "horloge/core/error.h"

/// Nobody can go on: "deadlock: rank 0 waits for 1, which waits for 0".
class Deadlock : public horloge::Error {
 public:
  using Error::Error;
};

/// Whether send() comes back at once, or only when the other one has received.
enum class Sends { at_once, when_received };

/// Ranks that are threads of this program, and a mailbox from each to each.
/// What comes out does not depend on which thread is the faster one: who
/// receives says from whom.
class Mailboxes {
 public:
  explicit Mailboxes(std::size_t size, Sends sends = Sends::at_once)
      : sends_(sends), seats_(size) {
    for (Seat& seat : seats_) seat.boxes.resize(size);
  }

  /// Runs the program in all ranks at once, until all have come to their end.
  /// What one of them throws is thrown, that of the lowest one first; Deadlock
  /// if some of them wait for ever.
  void run(const std::function<void(Rank& me)>& program) {
    std::vector<std::exception_ptr> errors(seats_.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < seats_.size(); ++rank)
      threads.emplace_back([this, rank, &program, &errors] {
        Member me(*this, rank);
        try {
          program(me);
        } catch (const Left&) {  // the sentence is the same for all
        } catch (...) {
          errors[rank] = std::current_exception();
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        seats_[rank].ended = true;
        look_for_deadlock();
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors)
      if (error != nullptr) std::rethrow_exception(error);
    if (!deadlock_.empty()) throw Deadlock(deadlock_);
  }

  /// A thing that was sent: to whom, and how many numbers.
  struct Sent {
    std::size_t to, count;
  };
  /// What a rank has sent, in its order. After run().
  const std::vector<Sent>& sent_by(std::size_t rank) const {
    return seats_[rank].sent;
  }

  /// How many of the things sent nobody has received. After run().
  std::size_t left_over() const {
    std::size_t count = 0;
    for (const Seat& seat : seats_)
      for (const Box& box : seat.boxes) count += box.letters.size();
    return count;
  }

 private:
  struct Left {};  // thrown in a rank that would wait for ever

  struct Box {
    std::deque<horloge::Array> letters;
    std::size_t put = 0, taken = 0;
  };

  struct Seat {
    std::vector<Box> boxes;  // by who sends
    std::vector<Sent> sent;
    bool ended = false, waits = false;
    std::size_t waits_for = 0;
    std::function<bool()> can_go_on;
  };

  class Member : public Rank {
   public:
    Member(Mailboxes& all, std::size_t rank) : all_(all), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return all_.seats_.size(); }
    void send(std::size_t to, const horloge::Array& numbers) override {
      all_.check(to);
      all_.send(rank_, to, numbers);
    }
    horloge::Array receive(std::size_t from) override {
      all_.check(from);
      return all_.receive(rank_, from);
    }

   private:
    Mailboxes& all_;
    std::size_t rank_;
  };

  void check(std::size_t other) const {
    if (other >= seats_.size())
      throw horloge::IndexError(fmt::format(
          "there is no rank {}: {} ranks are numbered from 0 to {}",
          other > seats_.size() + 1000 ? "below 0" : std::to_string(other),
          seats_.size(), seats_.size() - 1));
  }

  void send(std::size_t from, std::size_t to, const horloge::Array& numbers) {
    std::unique_lock<std::mutex> lock(mutex_);
    Box& box = seats_[to].boxes[from];
    box.letters.push_back(numbers);
    seats_[from].sent.push_back({to, numbers.size()});
    const std::size_t mine = ++box.put;
    changed_.notify_all();
    if (sends_ == Sends::when_received)
      wait(lock, from, to, [&box, mine] { return box.taken >= mine; });
  }

  horloge::Array receive(std::size_t rank, std::size_t from) {
    std::unique_lock<std::mutex> lock(mutex_);
    Box& box = seats_[rank].boxes[from];
    wait(lock, rank, from, [&box] { return !box.letters.empty(); });
    horloge::Array numbers = std::move(box.letters.front());
    box.letters.pop_front();
    ++box.taken;
    changed_.notify_all();
    return numbers;
  }

  void wait(std::unique_lock<std::mutex>& lock, std::size_t rank,
            std::size_t other, const std::function<bool()>& can_go_on) {
    Seat& seat = seats_[rank];
    seat.waits_for = other;
    seat.can_go_on = can_go_on;
    seat.waits = true;
    look_for_deadlock();
    changed_.wait(lock, [&] { return can_go_on() || !deadlock_.empty(); });
    seat.waits = false;
    if (!can_go_on()) throw Left();
  }

  // Each has ended or waits for what cannot come any more.
  void look_for_deadlock() {
    bool somebody_waits = false;
    for (const Seat& seat : seats_) {
      if (seat.ended) continue;
      if (!seat.waits || seat.can_go_on()) return;
      somebody_waits = true;
    }
    if (!somebody_waits || !deadlock_.empty()) return;
    deadlock_ = "deadlock: " + who_waits();
    changed_.notify_all();
  }

  // From the lowest that waits, until somebody comes for the second time.
  std::string who_waits() const {
    std::size_t rank = 0;
    while (seats_[rank].ended) ++rank;
    std::string text = fmt::format("rank {}", rank);
    std::vector<bool> seen(seats_.size(), false);
    while (!seen[rank]) {
      if (seats_[rank].ended) return text + ", which has come to its end";
      seen[rank] = true;
      const std::size_t next = seats_[rank].waits_for;
      text += fmt::format(
          "{}waits for {}",
          text.find("waits") == std::string::npos ? " " : ", which ",
          next == rank ? "itself" : std::to_string(next));
      rank = next;
    }
    return text;
  }

  Sends sends_;
  std::vector<Seat> seats_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string deadlock_;
};
