#include "horloge/autograd/bfloat16.h"

#include "horloge/autograd/record.h"
#include "horloge/kernels/bfloat16.h"

namespace horloge {

namespace detail {

// In the pool's memory, whose large pages are read faster; not filled first, for of many tensors
// the first number is no bfloat16.
using Numbers = xt::uvector<Bfloat16, PoolAllocator<Bfloat16>>;

struct Kept {
  Numbers numbers;
  std::uint64_t version;  // whose numbers they are
};

}  // namespace detail

bool keep_bfloat16(const Tensor& tensor) {
  if (kept_bfloat16(tensor) != nullptr) return true;
  detail::Numbers numbers(tensor.size());
  if (!to_bfloat16(tensor.data(), tensor.size(), numbers.data())) return false;
  detail::Buffer& buffer = *tensor.buffer();
  buffer.kept = std::make_shared<detail::Kept>(detail::Kept{std::move(numbers), buffer.version});
  return true;
}

const Bfloat16* kept_bfloat16(const Tensor& tensor) {
  const detail::Buffer& buffer = *tensor.buffer();
  return buffer.kept != nullptr && buffer.kept->version == buffer.version
             ? buffer.kept->numbers.data()
             : nullptr;
}

}  // namespace horloge
