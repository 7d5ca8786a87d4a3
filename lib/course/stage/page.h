#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "course/stage/long_work.h"
#include "course/stage/pager.h"
#include "course/stage/prediction.h"
#include "course/stage/table.h"
#include "course/stage/terminal.h"
#include "horloge/figures/figure.h"

namespace stage {

/// What a step printed, a text or a figure, as it is before it is fitted into a
/// window.
struct Piece {
  std::shared_ptr<std::string> text;
  std::shared_ptr<const horloge::Figure> figure;  ///< instead of a text
};

/// As wide as the window, but no wider than 100 columns. A figure that cannot
/// be drawn is a sentence that says why. A figure has no more than `rows`.
Passage passage_of(const Piece& piece, std::size_t rows = 18);

/// Where a step prints. What it prints is shown at once and kept, so that
/// stepping back shows it again without running the code again.
class Page {
 public:
  /// Without a pager all is written at once. `keys` are named while long work
  /// goes on.
  Page(const Terminal& terminal, std::uint64_t seed, Pager* pager = nullptr,
       std::string keys = "");

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    put(fmt::format(format, std::forward<Args>(args)...));
  }
  void put(const std::string& text);
  /// Shows what still waits: in a narrow window a table has to be known as a
  /// whole before it can be fitted in.
  void finish();

  /// Draws a figure, with a blank line above and below where something else is
  /// printed. One that cannot be drawn does not end the lesson.
  void show(const horloge::Figure& figure);

  /// The numbers behind a table that was printed, for a page in the browser.
  void behind(const Table& table) { tables_.push_back(table); }
  const std::vector<Table>& tables() const { return tables_; }

  /// What came out of what the learner was asked to predict.
  void came_out(double number) { outcome_ = number; }
  void came_out(std::string_view choice) { outcome_ = std::string(choice); }
  void came_out(std::vector<double> curve) { outcome_ = std::move(curve); }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  /// Where nobody was asked.
  void forget_outcome() { outcome_.reset(); }

  /// A line that says how far long work has come; the next one takes its place.
  /// On a terminal only.
  void progress(const std::string& text);

  const Terminal& terminal() const { return terminal_; }
  std::uint64_t seed() const { return seed_; }  ///< the learner's --seed
  std::string printed() const;
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  void add_text(const std::string& text);
  void separate();

  Terminal terminal_;
  std::uint64_t seed_;
  Pager* pager_;
  std::string keys_;
  std::vector<Piece> pieces_;
  std::vector<Table> tables_;
  std::string waiting_;
  std::string end_;  // the last two characters
  std::optional<Outcome> outcome_;
  horloge::LiveLine progress_;
};

}  // namespace stage
