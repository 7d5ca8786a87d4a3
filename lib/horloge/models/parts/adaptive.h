#pragma once

// A vocabulary in order of frequency, cut into clusters: a rare word is scored within its cluster
// only, and may have a narrower embedding (Grave et al., "Efficient softmax approximation for
// GPUs", arXiv 1609.04309; Baevski and Auli, "Adaptive Input Representations", arXiv 1809.10853).

#include <cstddef>
#include <vector>

#include "horloge/core/rng.h"
#include "horloge/nn/module.h"

namespace horloge {

struct AdaptiveOptions {
  std::size_t vocab_size = 0;
  std::size_t d_model = 0;
  std::size_t d_embed = 0;           ///< width of the embeddings of the first cluster
  std::vector<std::size_t> cutoffs;  ///< where a cluster ends and the next begins; 0 and V left out
  /// Embeddings of cluster i have width d_embed / div_val^i; 1: one table for all clusters.
  std::size_t div_val = 1;

  /// ValueError for cutoffs that do not increase within the vocabulary, or embeddings that would
  /// have no width.
  void check() const;
  /// 0, the cutoffs and V: cluster i has the words from ends[i] to ends[i + 1].
  std::vector<std::size_t> ends() const;
  /// The shapes of the tables: one for each cluster, or one for all.
  std::vector<Shape> tables() const;
  /// Whether some embeddings are not d_model wide, and have to be projected.
  bool projects() const { return div_val > 1 || d_embed != d_model; }
};

/// An embedding for each word, projected to d_model and multiplied by sqrt(D).
///   ids (…) -> (…, D)
/// IndexError for an id outside of the vocabulary.
class AdaptiveEmbedding : public Module {
 public:
  AdaptiveEmbedding(const AdaptiveOptions& options, Rng& rng);
  Tensor operator()(const Ids& ids) const;

  std::vector<Tensor> tables;       ///< (V_i, D_i)
  std::vector<Tensor> projections;  ///< (D, D_i) of each table; none if D_i = D

 private:
  AdaptiveOptions options_;
};

/// The logarithm of each word's probability: that of its cluster and that within its cluster.
///   x (…, D) -> y (…, V)
///   first cluster: y_v = ln softmax([W_0; C] P_0^T x)_v      cluster i: the same of row i of C
///   others:        y_v = ln p(cluster i) + ln softmax(W_i P_i^T x)_v
/// with biases. Projections P_i and tables W_i may be those of the embedding (tied).
class AdaptiveHead : public Module {
 public:
  struct Tying {
    bool tables = true;
    std::vector<bool> projections;  ///< of each cluster; false where the list ends
  };
  AdaptiveHead(const AdaptiveOptions& options, const AdaptiveEmbedding& words, const Tying& tying,
               Rng& rng);
  Tensor operator()(const Tensor& x) const;

  std::vector<Tensor> tables, biases;  ///< (V_i, D_i), (V_i)
  std::vector<Tensor> projections;     ///< (D, D_i) of each cluster; none if D_i = D
  Tensor cluster_weight;               ///< (n, D_0) for n clusters after the first, if any
  Tensor cluster_bias;                 ///< (n)

 private:
  Tensor scores(const Tensor& x, std::size_t cluster) const;

  AdaptiveOptions options_;
};

}  // namespace horloge
