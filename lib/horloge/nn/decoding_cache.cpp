#include "horloge/nn/decoding_cache.h"

#include "horloge/ops/layout.h"

namespace horloge {

void KeyValueCache::append(const Tensor& next_k, const Tensor& next_v) {
  k = k.defined() ? concat({k, next_k}, 1) : next_k;
  v = v.defined() ? concat({v, next_v}, 1) : next_v;
}

}  // namespace horloge
