#include "horloge/autograd/bfloat16.h"

#include "horloge/autograd/record.h"
#include "horloge/kernels/bfloat16.h"

namespace horloge {

namespace detail {

struct Kept {
  std::unique_ptr<Bfloat16[]> numbers;
  std::uint64_t version;  // whose numbers they are
};

}  // namespace detail

bool keep_bfloat16(const Tensor& tensor) {
  if (kept_bfloat16(tensor) != nullptr) return true;
  // Not a vector, which would fill memory for the many tensors whose first number is none.
  std::unique_ptr<Bfloat16[]> numbers(new Bfloat16[tensor.size()]);
  if (!to_bfloat16(tensor.data(), tensor.size(), numbers.get())) return false;
  detail::Buffer& buffer = *tensor.buffer();
  buffer.kept = std::make_shared<detail::Kept>(detail::Kept{std::move(numbers), buffer.version});
  return true;
}

const Bfloat16* kept_bfloat16(const Tensor& tensor) {
  const detail::Buffer& buffer = *tensor.buffer();
  return buffer.kept != nullptr && buffer.kept->version == buffer.version
             ? buffer.kept->numbers.get()
             : nullptr;
}

}  // namespace horloge
