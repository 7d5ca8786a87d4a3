#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "course/live/arguments.h"
#include "horloge/core/error.h"

/// Training runs, or other long work, that a page has begun, each with a
/// number. When there are too many the oldest gives way: a page that was left
/// does not say so.
template <class Run>
class LiveRuns {
 public:
  /// `what` they are called where one is asked for that is no more.
  explicit LiveRuns(std::size_t most = 4, const char* what = "training")
      : most_(most), what_(what) {}

  /// -> its number
  std::size_t add(std::unique_ptr<Run> run) {
    if (runs_.size() == most_) runs_.erase(runs_.begin());
    runs_.emplace_back(++last_, std::move(run));
    return last_;
  }

  /// The one that is asked for as "run".
  Run& at(const live::Json& with) { return *runs_[place_of(with)].second; }

  void remove(const live::Json& with) {
    runs_.erase(runs_.begin() + std::ptrdiff_t(place_of(with)));
  }

 private:
  std::size_t place_of(const live::Json& with) const {
    constexpr std::size_t most = 1'000'000'000;  // size_t has 32 bits in a page
    const std::size_t number = live::whole_number(with, "run", 1, most);
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (runs_[i].first == number) return i;
    throw horloge::ValueError(
        fmt::format("this {} has ended: start it again", what_));
  }

  std::size_t most_, last_ = 0;
  const char* what_;
  std::vector<std::pair<std::size_t, std::unique_ptr<Run>>> runs_;
};
