#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

struct BatchOptions {
  std::size_t batch_size = 32;
  std::uint64_t seed = 0;
  bool shuffle = true;     ///< anew each epoch; otherwise always in order
  bool drop_last = false;  ///< leaves out a last batch that is not full
};

/// Which of `count` examples belong to which batch. The order of an epoch is a pure function of
/// seed and epoch, so a resumed run sees the batches that the unbroken one would.
class Batches {
 public:
  /// ValueError if there would be no batch.
  explicit Batches(std::size_t count, const BatchOptions& options = {});

  std::size_t per_epoch() const { return per_epoch_; }
  std::uint64_t epoch(std::uint64_t step) const { return step / per_epoch_; }

  /// The examples of a training step, counted from 0 through all epochs.
  std::vector<std::size_t> at(std::uint64_t step) const;

  /// All examples, in the order of an epoch.
  std::vector<std::size_t> order(std::uint64_t epoch) const { return kept_order(epoch); }

 private:
  const std::vector<std::size_t>& kept_order(std::uint64_t epoch) const;

  std::size_t count_;
  BatchOptions options_;
  std::size_t per_epoch_;
  mutable std::vector<std::size_t> order_;
  mutable std::uint64_t epoch_ = 0;
};

/// Rows of ids by number.
///   ids (N, …), rows (B) -> (B, …)
Ids take_rows(const Ids& ids, const std::vector<std::size_t>& rows);
Mask take_rows(const Mask& mask, const std::vector<std::size_t>& rows);

/// Random windows of one long sequence, for language models: the target of each id is the next one.
class Windows {
 public:
  /// sequence (N); ValueError unless it is longer than `length`.
  Windows(Ids sequence, std::size_t length, std::size_t batch_size, std::uint64_t seed = 0);

  struct Batch {
    Ids ids;      ///< (B, T)
    Ids targets;  ///< (B, T)
  };
  /// The windows of a training step: a pure function of seed and step.
  Batch at(std::uint64_t step) const;

 private:
  Ids sequence_;
  std::size_t length_;
  std::size_t batch_size_;
  std::uint64_t seed_;
};

}  // namespace horloge
