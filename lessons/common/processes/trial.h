#pragma once

// What an exercise's processes.cpp defines: its answer among real processes,
// beside what MPI computes itself.

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "common/processes/mpi_rank.h"
#include "your_answer.h"

/// What is wrong, in the first case where something is; empty if nothing is.
class Wrong {
 public:
  explicit Wrong(const MpiRank& me)
      : who_(fmt::format("rank {} of {}", me.rank(), me.size())) {}

  void equal(const horloge::Array& got, const horloge::Array& want,
             const std::string& what) {
    if (!text_.empty()) return;
    if (got.shape() != want.shape()) {
      text_ = fmt::format("{}, {}: the shape is {}, and should be {}", who_,
                          what, horloge::to_string(got.shape()),
                          horloge::to_string(want.shape()));
      return;
    }
    constexpr double rounding = 1e-9;
    for (std::size_t i = 0; i < want.size() && text_.empty(); ++i) {
      const double mine = got.data()[i], right = want.data()[i];
      if (!(std::fabs(mine - right) <= rounding * (1 + std::fabs(right))))
        text_ =
            fmt::format("{}, {}: number {} is {:.6g}, by MPI_Allreduce {:.6g}",
                        who_, what, i, mine, right);
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string who_, text_;
};

/// All processes call it, and go through all cases, right or wrong.
Wrong beside_mpi(const Answer& answer, MpiRank& me);
