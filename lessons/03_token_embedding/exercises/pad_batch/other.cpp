// A list that grows, and place by place.

#include "exercises/pad_batch/answer.h"

using namespace horloge;

Ids pad_batch(const std::vector<std::vector<std::int64_t>>& sentences,
              std::int64_t padding_idx) {
  std::vector<std::size_t> lengths{0};
  for (const auto& sentence : sentences) lengths.push_back(sentence.size());
  const std::size_t longest = *std::max_element(lengths.begin(), lengths.end());
  std::vector<std::int64_t> all;
  for (std::vector<std::int64_t> sentence : sentences) {
    sentence.resize(longest, padding_idx);
    all.insert(all.end(), sentence.begin(), sentence.end());
  }
  Ids ids = Ids::from_shape({sentences.size(), longest});
  std::copy(all.begin(), all.end(), ids.begin());
  return ids;
}

Mask padding_mask(const Ids& ids, std::int64_t padding_idx) {
  Mask mask = Mask::from_shape(ids.shape());
  for (std::size_t n = 0; n < ids.size(); ++n)
    mask.flat(n) = !(ids.flat(n) == padding_idx);
  return mask;
}
