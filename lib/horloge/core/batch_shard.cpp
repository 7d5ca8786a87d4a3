#include "horloge/core/batch_shard.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"

namespace horloge {
namespace {

thread_local BatchShard* current_shard = nullptr;

}  // namespace

BatchShard::BatchShard(std::size_t rank, std::size_t size, bool wants_data)
    : rank_(rank), size_(size), wants_data_(wants_data), before_(current_shard) {
  current_shard = this;
}

BatchShard::~BatchShard() { current_shard = before_; }

// The first `count % size` parts have a row more than the others.
Rows my_rows(std::size_t count) {
  if (count == 0) throw ValueError("[my_rows] a batch must have a row");
  if (current_shard == nullptr) return {0, count};
  BatchShard& shard = *current_shard;
  const std::size_t rank = shard.rank_, least = count / shard.size_, more = count % shard.size_;
  Rows rows{rank * least + (rank < more ? rank : more), 0};
  rows.end = rows.begin + least + (rank < more ? 1 : 0);
  shard.asked_ = true;
  if (!shard.weighed_) shard.weight_ = static_cast<double>(rows.count());
  return rows.count() > 0 ? rows : Rows{0, 1};
}

void weigh_my_rows(double weight) {
  if (!(weight >= 0) || !std::isfinite(weight))
    throw ValueError(
        fmt::format("[weigh_my_rows] the weight must be finite and not negative, got {}", weight));
  if (current_shard == nullptr) return;
  BatchShard& shard = *current_shard;
  const bool left_over = shard.asked_ && shard.weight_ == 0;
  shard.weighed_ = true;
  shard.weight_ = left_over ? 0 : weight;
}

void note_data(std::string_view bytes) {
  if (current_shard != nullptr && current_shard->wants_data_) current_shard->data_.add(bytes);
}

std::uint32_t my_stream() {
  return current_shard == nullptr ? 0 : static_cast<std::uint32_t>(current_shard->rank_);
}

}  // namespace horloge
