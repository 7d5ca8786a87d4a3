// One matrix for both ends of a language model (Press and Wolf 2017).
//
//   at the beginning   embed     y[..., :] = weight[ids[...], :]
//   at the end         scores    s[..., v] = bias[v]
//                                            + sum_j x[..., j] weight[v, j]
//
// The score of word v says how well x fits its row. The bias is one number for
// each word, as in BERT; it starts at 0, and is learned.
//
// A module registers what it should learn, and keeps what it gets back:
//
//   parameter("name", tensor)    a tensor that is there already
//   parameter("name", array)     numbers to start with
//
// Operations of the library that may help, all of which know their way back:
// embedding(ids, weight); matmul(a, b); transpose(x, axis, axis);
// linear(x, weight, bias), whose weight is (out, in); and + for tensors, which
// broadcasts.

#include "exercises/tied_embedding/answer.h"

using namespace horloge;

class MyTiedEmbedding : public Module {
 public:
  /// table (V, D). Registers two parameters: `weight`, which is the table, and
  /// `bias` (V) of zeros.
  explicit MyTiedEmbedding(const Tensor& table) {
    // solution: the parameters
    weight = parameter("weight", table);
    bias = parameter("bias", zeros({table.shape()[0]}));
    // end
  }

  ///   ids (...) -> (..., D)
  Tensor embed(const Ids& ids) const {
    // solution: the rows
    return embedding(ids, weight);
    // end
  }

  ///   x (..., D) -> (..., V)
  Tensor scores(const Tensor& x) const {
    // solution: the scores
    return linear(x, weight, bias);
    // end
  }

  Tensor weight;  ///< (V, D)
  Tensor bias;    ///< (V)
};

// How the check gets at your module.
BothEnds tied_embedding(const Tensor& table) {
  const MyTiedEmbedding module(table);
  return {[module](const Ids& ids) { return module.embed(ids); },
          [module](const Tensor& x) { return module.scores(x); },
          module.named_parameters()};
}
