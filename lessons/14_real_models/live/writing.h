#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "horloge/nn/decoding_cache.h"
#include "horloge/nn/generate.h"
#include "opened.h"

/// A text that a model goes on with, a piece at a time. The same seed gives the
/// same text as the model's generate().
class Writing {
 public:
  /// `scheme` instead of the model's own positions, if there is one.
  Writing(const Opened& opened, const Pieces& prompt,
          const horloge::GenerateOptions& how,
          std::shared_ptr<horloge::PositionScheme> scheme);

  std::size_t steps() const { return how_.max_new_tokens; }
  std::size_t done() const { return written_.size(); }
  /// All are there, the text has ended, or the model has no further position.
  bool over() const { return over_; }
  void step();

  /// What was written, up to the last whole character.
  std::string text() const;

 private:
  void add(std::int64_t id);
  void write_at_once();

  Opened opened_;
  horloge::GenerateOptions how_;
  std::shared_ptr<horloge::PositionScheme> scheme_;
  horloge::Rng rng_;
  horloge::Ids next_;  ///< what the model reads next
  std::size_t read_ = 0;
  horloge::DecodingCache cache_;
  std::vector<std::int64_t> written_;
  bool over_ = false;
};
