#pragma once

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "common/rank.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"

/// A rank that waits for another one, and for too long: "rank 0 waits for
/// numbers from rank 1".
class StandsStill : public horloge::Error {
 public:
  using Error::Error;
};

/// Ranks that are processes, started by mpirun. Sends wait until they are
/// received: a program that counts on room for letters stands still here.
class MpiRank : public Rank {
 public:
  std::size_t rank() const override { return asked(MPI_Comm_rank); }
  std::size_t size() const override { return asked(MPI_Comm_size); }

  void send(std::size_t to, const horloge::Array& numbers) override {
    check(to);
    const std::vector<char> letter = packed(numbers);
    MPI_Request request{};
    MPI_Issend(letter.data(), static_cast<int>(letter.size()), MPI_BYTE,
               static_cast<int>(to), 0, MPI_COMM_WORLD, &request);
    wait_until([&](int* done) { MPI_Test(&request, done, MPI_STATUS_IGNORE); },
               fmt::format("rank {} waits for rank {} to receive", rank(), to));
  }

  horloge::Array receive(std::size_t from) override {
    check(from);
    const int source = static_cast<int>(from);
    MPI_Status status{};
    wait_until(
        [&](int* is_there) {
          MPI_Iprobe(source, 0, MPI_COMM_WORLD, is_there, &status);
        },
        fmt::format("rank {} waits for numbers from rank {}", rank(), from));
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<char> letter(static_cast<std::size_t>(bytes));
    MPI_Recv(letter.data(), bytes, MPI_BYTE, source, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return unpacked(letter);
  }

  /// What MPI makes of all ranks' x itself: their sum.   x (…) -> (…)
  static horloge::Array sum(horloge::Array x) {
    MPI_Allreduce(
        MPI_IN_PLACE, x.data(), static_cast<int>(x.size()),
        sizeof(horloge::real) == sizeof(double) ? MPI_DOUBLE : MPI_FLOAT,
        MPI_SUM, MPI_COMM_WORLD);
    return x;
  }

 private:
  static constexpr std::chrono::seconds patience{10};

  static std::size_t asked(int (*function)(MPI_Comm, int*)) {
    int number = 0;
    function(MPI_COMM_WORLD, &number);
    return static_cast<std::size_t>(number);
  }

  void check(std::size_t other) const {
    if (other >= size())
      throw horloge::IndexError(fmt::format(
          "there is no such rank: {} ranks are numbered from 0 to {}", size(),
          size() - 1));
  }

  // More processes than cores: a process that waits makes room.
  template <class Ask>
  static void wait_until(const Ask& ask, const std::string& what) {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (int done = 0;;) {
      ask(&done);
      if (done != 0) return;
      if (std::chrono::steady_clock::now() > end) throw StandsStill(what);
      sched_yield();
    }
  }

  // The number of axes, their lengths, and the numbers.
  static std::vector<char> packed(const horloge::Array& numbers) {
    std::vector<std::size_t> head{numbers.dimension()};
    head.insert(head.end(), numbers.shape().begin(), numbers.shape().end());
    const auto* const first = reinterpret_cast<const char*>(head.data());
    const auto* const second = reinterpret_cast<const char*>(numbers.data());
    std::vector<char> letter(first, first + head.size() * sizeof(std::size_t));
    letter.insert(letter.end(), second,
                  second + numbers.size() * sizeof(horloge::real));
    return letter;
  }

  static horloge::Array unpacked(const std::vector<char>& letter) {
    const char* next = letter.data();
    const auto take = [&next](auto* to, std::size_t count) {
      const std::size_t bytes = count * sizeof *to;
      std::copy_n(next, bytes, reinterpret_cast<char*>(to));
      next += bytes;
    };
    std::size_t axes = 0;
    take(&axes, 1);
    std::vector<std::size_t> lengths(axes);
    take(lengths.data(), axes);
    horloge::Array numbers =
        horloge::zeros(horloge::Shape(lengths.begin(), lengths.end()));
    take(numbers.data(), numbers.size());
    return numbers;
  }
};
