#include "horloge/train/batches.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <utility>

#include "horloge/core/batch_shard.h"
#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"

namespace horloge {
namespace {

// These keep the streams apart from others of the same seed.
constexpr std::uint32_t purpose_order = 0x6f726472;
constexpr std::uint32_t purpose_windows = 0x77696e64;

Rng stream(std::uint64_t seed, std::uint32_t purpose, std::uint64_t step) {
  return Rng(seed, purpose, static_cast<std::uint32_t>(step));
}

template <class Number>
void note_numbers(const Number* numbers, std::size_t count) {
  note_data({reinterpret_cast<const char*>(numbers), count * sizeof(Number)});
}

void note_numbers(std::initializer_list<std::uint64_t> numbers) {
  note_numbers(numbers.begin(), numbers.size());
}

template <class A>
A rows_of(const A& x, const std::vector<std::size_t>& rows) {
  if (x.dimension() == 0) throw ShapeError("[take_rows] needs at least one axis, got ()");
  note_numbers(x.data(), x.size());
  Shape shape(x.shape().begin(), x.shape().end());
  const std::size_t count = shape[0];
  const std::size_t width = count == 0 ? 0 : x.size() / count;
  shape[0] = rows.size();
  A out = A::from_shape(shape);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= count)
      throw IndexError(
          fmt::format("[take_rows] row {} is out of range: there are {} rows", rows[i], count));
    std::copy_n(x.data() + rows[i] * width, width, out.data() + i * width);
  }
  return out;
}

}  // namespace

Batches::Batches(std::size_t count, const BatchOptions& options)
    : count_(count), options_(options), per_epoch_(0) {
  if (options.batch_size == 0) throw ValueError("[Batches] batch_size must not be 0");
  per_epoch_ = count / options.batch_size;
  if (!options.drop_last && count % options.batch_size != 0) ++per_epoch_;
  if (per_epoch_ == 0)
    throw ValueError(fmt::format("[Batches] {} examples are too few for a batch of {}{}", count,
                                 options.batch_size, options.drop_last ? " with drop_last" : ""));
}

const std::vector<std::size_t>& Batches::order(std::uint64_t epoch) const {
  if (!order_.empty() && (epoch == epoch_ || !options_.shuffle)) return order_;
  epoch_ = epoch;
  if (options_.shuffle) {
    order_ = stream(options_.seed, purpose_order, epoch).permutation(count_);
  } else {
    order_.resize(count_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  return order_;
}

std::vector<std::size_t> Batches::at(std::uint64_t step) const {
  note_numbers({count_, options_.batch_size, options_.seed, options_.shuffle ? 1U : 0U});
  const auto& all = order(epoch(step));
  const std::size_t begin = step % per_epoch_ * options_.batch_size;
  const Rows mine = my_rows(std::min(count_ - begin, options_.batch_size));
  return {all.begin() + static_cast<std::ptrdiff_t>(begin + mine.begin),
          all.begin() + static_cast<std::ptrdiff_t>(begin + mine.end)};
}

Array take_rows(const Array& x, const std::vector<std::size_t>& rows) { return rows_of(x, rows); }

Ids take_rows(const Ids& ids, const std::vector<std::size_t>& rows) { return rows_of(ids, rows); }

Windows::Windows(Ids sequence, std::size_t length, std::size_t batch_size, std::uint64_t seed)
    : sequence_(std::move(sequence)), length_(length), batch_size_(batch_size), seed_(seed) {
  const auto [N] = dims<1>(sequence_.shape(), "[Windows] sequence (N)");
  if (length == 0 || batch_size == 0)
    throw ValueError("[Windows] length and batch_size must not be 0");
  if (N <= length)
    throw ValueError(fmt::format(
        "[Windows] a sequence of {} ids is too short for a window of {} and the id after it", N,
        length));
}

Windows::Batch Windows::at(std::uint64_t step) const {
  note_numbers({length_, batch_size_, seed_});
  note_numbers(sequence_.data(), sequence_.size());
  const Rows mine = my_rows(batch_size_);
  const Shape shape{mine.count(), length_};
  Batch batch{Ids::from_shape(shape), Ids::from_shape(shape)};
  Rng rng = stream(seed_, purpose_windows, step);
  for (std::size_t b = 0; b < mine.end; ++b) {
    const std::int64_t* from = sequence_.data() + rng.below(sequence_.size() - length_);
    if (b < mine.begin) continue;
    std::copy_n(from, length_, batch.ids.data() + (b - mine.begin) * length_);
    std::copy_n(from + 1, length_, batch.targets.data() + (b - mine.begin) * length_);
  }
  return batch;
}

}  // namespace horloge
