#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "horloge/core/array.h"

/// The GloVe vectors of data/words, most frequent word first.
class WordVectors {
 public:
  WordVectors();

  std::size_t size() const { return words_.size(); }
  const std::string& word(std::size_t i) const { return words_[i]; }
  /// IndexError for a word that has no vector.
  std::size_t find(const std::string& word) const;

  /// (V, 100), as they are; and each divided by its length.
  const horloge::Array& rows() const { return rows_; }
  const horloge::Array& unit_rows() const { return unit_rows_; }

  /// words -> (words, 100), as they are
  horloge::Array rows_of(const std::vector<std::string>& words) const;

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string, std::size_t> place_;
  horloge::Array rows_, unit_rows_;
};

/// Read once.
const WordVectors& glove();
