#include "word_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/io/safetensors.h"

using namespace horloge;

WordVectors::WordVectors()
    : rows_(read_safetensors(HORLOGE_DATA_DIR "/words/vectors.safetensors")
                .at("vectors")
                .to_array()) {
  const std::string path = HORLOGE_DATA_DIR "/words/words.txt";
  std::ifstream file(path);
  for (std::string word; std::getline(file, word);) {
    place_[word] = words_.size();
    words_.push_back(word);
  }
  if (words_.size() != rows_.shape(0))
    throw FileError(fmt::format("[WordVectors] {} has {} words for {} vectors",
                                path, words_.size(), rows_.shape(0)));
  unit_rows_ = rows_;
  const std::size_t D = rows_.shape(1);
  for (std::size_t i = 0; i < words_.size(); ++i) {
    double squares = 0;
    for (std::size_t d = 0; d < D; ++d) squares += std::pow(rows_(i, d), 2);
    for (std::size_t d = 0; d < D; ++d)
      unit_rows_(i, d) /= static_cast<real>(std::sqrt(squares));
  }
}

std::size_t WordVectors::find(const std::string& word) const {
  const auto found = place_.find(word);
  if (found == place_.end())
    throw IndexError(fmt::format("[WordVectors] no vector for \"{}\"", word));
  return found->second;
}

Array WordVectors::rows_of(const std::vector<std::string>& words) const {
  const std::size_t D = rows_.shape(1);
  Array out = zeros({words.size(), D});
  for (std::size_t i = 0; i < words.size(); ++i)
    std::copy_n(rows_.data() + find(words[i]) * D, D, out.data() + i * D);
  return out;
}

const WordVectors& glove() {
  static const WordVectors vectors;
  return vectors;
}
