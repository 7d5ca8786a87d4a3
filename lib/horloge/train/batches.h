#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/with.h"

namespace horloge {

struct [[nodiscard]] BatchOptions {
  std::size_t batch_size = 32;
  std::uint64_t seed = 0;
  bool shuffle = true;     ///< anew each epoch; otherwise always in order
  bool drop_last = false;  ///< leaves out a last batch that is not full

  using Self = BatchOptions;
  Self with_batch_size(std::size_t n) const { return with(*this, &Self::batch_size, n); }
  Self with_seed(std::uint64_t x) const { return with(*this, &Self::seed, x); }
  Self with_shuffle(bool on) const { return with(*this, &Self::shuffle, on); }
  Self with_drop_last(bool on) const { return with(*this, &Self::drop_last, on); }
};

/// Which of `count` examples make up which batch. The order of an epoch is a pure function of seed
/// and epoch, so a resumed run sees the batches that the unbroken one would.
class Batches {
 public:
  /// ValueError if there are too few examples for a batch.
  explicit Batches(std::size_t count, const BatchOptions& options = {});

  std::size_t per_epoch() const { return per_epoch_; }
  std::uint64_t epoch(std::uint64_t step) const { return step / per_epoch_; }

  /// The examples of a training step; steps are counted from 0 through all epochs. Of a step that
  /// several processes share, those of this one (my_rows).
  std::vector<std::size_t> at(std::uint64_t step) const;

 private:
  const std::vector<std::size_t>& order(std::uint64_t epoch) const;

  std::size_t count_;
  BatchOptions options_;
  std::size_t per_epoch_;
  mutable std::vector<std::size_t> order_;  // of the last epoch asked for
  mutable std::uint64_t epoch_ = 0;
};

/// The examples of a batch: rows of an array, copied.
///   x (N, …), rows (B) -> (B, …)
/// IndexError for a row out of range.
Array take_rows(const Array& x, const std::vector<std::size_t>& rows);
Ids take_rows(const Ids& ids, const std::vector<std::size_t>& rows);

/// Random windows of one long sequence, for language models: the target of each id is the next id.
class Windows {
 public:
  /// sequence (N); ValueError unless it is longer than `length`.
  Windows(Ids sequence, std::size_t length, std::size_t batch_size, std::uint64_t seed = 0);

  struct Batch {
    Ids ids;      ///< (B, T)
    Ids targets;  ///< (B, T)
  };
  /// The windows of a training step: a pure function of seed and step. Of a step that several
  /// processes share, those of this one (my_rows).
  Batch at(std::uint64_t step) const;

 private:
  Ids sequence_;
  std::size_t length_;
  std::size_t batch_size_;
  std::uint64_t seed_;
};

}  // namespace horloge
