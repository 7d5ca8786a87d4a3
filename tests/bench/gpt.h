#pragma once

#include <memory>
#include <string>

#include "bench/workload.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"
#include "horloge/nn/transformer.h"

namespace bench {

/// The model of a workload, with the weights that it starts with.
///   ids (B, T) -> logits (B, T, V)
class Gpt : public horloge::Module {
 public:
  Gpt(const Workload& workload, const std::string& position_scheme);
  horloge::Tensor operator()(const horloge::Ids& ids) const;

 private:
  Gpt(const Workload& workload, const std::string& position_scheme, horloge::Rng rng);

  horloge::TokenEmbedding embedding_;
  std::shared_ptr<horloge::PositionScheme> positions_;
  horloge::TransformerEncoder blocks_;
  horloge::Linear head_;
};

/// One step of training on the batch of that step; answers its loss.
class Training {
 public:
  Training(const Workload& workload, const std::string& position_scheme);
  ~Training();
  double step(std::size_t number);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace bench
