#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "course/models/model_screen.h"
#include "horloge/terminal/live_line.h"

namespace models {

/// The words that a model writes, as they come: a line is shown once it is
/// full; on a terminal the last one grows, above a line that says how far it
/// is.
class ModelWriting {
 public:
  using Clock = std::chrono::steady_clock;

  /// `count` words are to come.
  ModelWriting(const ModelScreen& screen, std::size_t count,
               Clock::time_point start = Clock::now());

  void add(std::int64_t id, Clock::time_point now = Clock::now());

  /// No more words come: all are there, the model has ended its text, or
  /// somebody has stopped it. On a terminal says how fast they came.
  void end(bool stopped = false, Clock::time_point now = Clock::now());

 private:
  std::string text() const;
  double seconds_until(Clock::time_point now) const;
  std::string full_lines(const std::vector<std::string>& lines);
  void erase();
  void draw(Clock::time_point now);

  ModelScreen screen_;
  std::size_t count_;
  Clock::time_point start_;
  horloge::LiveLine below_;  // how far it is
  std::vector<std::int64_t> written_;
  std::size_t full_ = 0;  // lines that are shown for good
  bool grows_ = false;    // the line above `below_` will be redrawn
};

/// Lets the model go on for as many words as the options say, and as they say;
/// Ctrl-C ends it.
void write_on(const ModelScreen& screen, const horloge::GenerateOptions& how);

}  // namespace models
