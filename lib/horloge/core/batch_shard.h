#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "horloge/core/crc32.h"

namespace horloge {

/// Rows [begin, end) of a batch.
struct Rows {
  std::size_t begin = 0, end = 0;
  std::size_t count() const { return end - begin; }
};

/// The rows of a batch that are this process's to work on: all of them, but in a training step that
/// several processes share (see train()), where each has its part. Batches and Windows give their
/// rows by it; a program that makes batches in another way asks it itself.
///
/// Where there are fewer rows than processes, those that are left over get a row, too, so that no
/// batch is empty: it does not count. ValueError for a batch of none.
Rows my_rows(std::size_t count);

/// Sets this process's loss weight for this step (default: the number of its rows). A loss that is
/// a mean over tokens has the number of its tokens. Outside a shared step nothing happens.
/// ValueError unless the weight is finite and not negative.
void weigh_my_rows(double weight);

/// Which of the processes this is in a shared step, and 0 otherwise. Layers that draw at random
/// take it into their streams, so that no two processes draw the same.
std::uint32_t my_stream();

/// What a batch is taken from and how: its bytes, which are added to a checksum where the trainer
/// wants one, to see that all processes have the same. Elsewhere nothing happens.
void note_data(std::string_view bytes);

/// While one exists, this thread has part `rank` of `size`. The trainer makes one for each batch.
class BatchShard {
 public:
  explicit BatchShard(std::size_t rank, std::size_t size, bool wants_data = false);
  ~BatchShard();
  BatchShard(const BatchShard&) = delete;
  BatchShard& operator=(const BatchShard&) = delete;

  /// Whether my_rows() was asked.
  bool was_asked() const { return asked_; }
  /// What the loss counts: its rows, or what weigh_my_rows() said; 1 if neither was called.
  double weight() const { return weight_; }
  /// The checksum of all that note_data() was told.
  std::uint32_t data() const { return data_.value(); }

 private:
  friend Rows my_rows(std::size_t count);
  friend void weigh_my_rows(double weight);
  friend std::uint32_t my_stream();
  friend void note_data(std::string_view bytes);

  std::size_t rank_, size_;
  bool asked_ = false;
  bool weighed_ = false;
  double weight_ = 1;
  bool wants_data_;
  Crc32 data_;
  BatchShard* before_;
};

}  // namespace horloge
