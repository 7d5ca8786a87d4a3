#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/workload.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/position/position.h"

namespace bench {

/// Causal attention and a feed-forward net, each behind a norm and added to what came in.
///   x (B, T, D) -> y (B, T, D)
class Block : public horloge::Module {
 public:
  Block(const Workload& workload, horloge::Rng& rng);
  horloge::Tensor operator()(const horloge::Tensor& x,
                             const horloge::PositionPass& positions) const;

  horloge::LayerNorm norm1;
  horloge::MultiHeadAttention attention;
  horloge::LayerNorm norm2;
  horloge::Linear widen, narrow;
};

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
  std::vector<Block> blocks_;
  horloge::LayerNorm norm_;
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
