#include "horloge/core/share.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"

namespace horloge {
namespace {

thread_local Share* current_share = nullptr;

}  // namespace

Share::Share(std::size_t rank, std::size_t size, bool wants_data)
    : rank_(rank), size_(size), wants_data_(wants_data), before_(current_share) {
  current_share = this;
}

Share::~Share() { current_share = before_; }

// The first `count % size` parts have a row more than the others.
Rows my_rows(std::size_t count) {
  if (count == 0) throw ValueError("[my_rows] a batch must have a row");
  if (current_share == nullptr) return {0, count};
  Share& share = *current_share;
  const std::size_t rank = share.rank_, least = count / share.size_, more = count % share.size_;
  Rows rows{rank * least + (rank < more ? rank : more), 0};
  rows.end = rows.begin + least + (rank < more ? 1 : 0);
  share.asked_ = true;
  if (!share.weighed_) share.weight_ = static_cast<double>(rows.count());
  return rows.count() > 0 ? rows : Rows{0, 1};
}

void weigh_my_rows(double weight) {
  if (!(weight >= 0) || !std::isfinite(weight))
    throw ValueError(
        fmt::format("[weigh_my_rows] the weight must be finite and not negative, got {}", weight));
  if (current_share == nullptr) return;
  Share& share = *current_share;
  const bool left_over = share.asked_ && share.weight_ == 0;
  share.weighed_ = true;
  share.weight_ = left_over ? 0 : weight;
}

void note_data(std::string_view bytes) {
  if (current_share != nullptr && current_share->wants_data_) current_share->data_.add(bytes);
}

std::uint32_t my_stream() {
  return current_share == nullptr ? 0 : static_cast<std::uint32_t>(current_share->rank_);
}

}  // namespace horloge
