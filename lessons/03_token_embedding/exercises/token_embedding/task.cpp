// The embedding matrix as a module: a row for each id, and the way back.
//
//   forward    y[..., :]     = weight[ids[...], :]
//   backward   dweight[v, :] = sum of dy[..., :] over the positions of id v,
//                              0 if v is padding_idx
//
// PyTorch's nn.Embedding has the same name for the weight and does the same
// with padding_idx: the row of padding is read as it is stored, like any other,
// and only its gradient is left out.
//
// An operation of your own gives back record(name, y, inputs, backward): y is
// the result as an Array, and backward is called later with dy, the gradient of
// y, to add those of the inputs. For y = x * x it would be
//
//   return record("square", x.array() * x.array(), {x},
//                 [kept = x.array()](Array& dy, Gradients& d) {
//                   d.add(0, 2 * kept * dy);  // of input 0, which is x
//                 });
//
// The backward must keep by value what it needs, as here `kept`: what it got by
// reference, or through `this`, is gone by then.

#include "exercises/token_embedding/answer.h"

using namespace horloge;

class MyTokenEmbedding : public Module {
 public:
  /// table (V, D); padding_idx: the id whose row learns nothing, if any
  MyTokenEmbedding(const Tensor& table, std::optional<std::int64_t> padding_idx)
      : weight(parameter("weight", table)), padding_idx_(padding_idx) {}

  ///   ids (...) -> (..., D)
  /// Throws an IndexError for an id that has no row.
  ///
  /// What may help: weight.array() is the matrix as an Array; ids.data()[n] is
  /// the n-th id; xt::view(array, row) is a row, also to the left of = and +=;
  /// a.reshape(shape) arranges the same numbers in another shape;
  /// id == padding_idx_ is false if there is no padding.
  Tensor operator()(const Ids& ids) const {
    // solution
    const std::size_t V = weight.shape()[0];
    const std::size_t D = weight.shape()[1];
    for (const std::int64_t id : ids)
      if (id < 0 || id >= static_cast<std::int64_t>(V))
        throw IndexError("[MyTokenEmbedding] no row for id " +
                         std::to_string(id));
    Array y = Array::from_shape({ids.size(), D});
    for (std::size_t n = 0; n < ids.size(); ++n)
      xt::view(y, n) = xt::view(weight.array(), ids.data()[n]);
    Shape shape = ids.shape();
    shape.push_back(D);
    y.reshape(shape);
    return record("my_token_embedding", y, {weight},
                  [ids, V, D, padding = padding_idx_](Array& dy, Gradients& d) {
                    dy.reshape({ids.size(), D});
                    Array dweight = zeros({V, D});
                    for (std::size_t n = 0; n < ids.size(); ++n)
                      if (ids.data()[n] != padding)
                        xt::view(dweight, ids.data()[n]) += xt::view(dy, n);
                    d.add(0, dweight);
                  });
    // end
  }

  Tensor weight;  ///< (V, D)

 private:
  std::optional<std::int64_t> padding_idx_;
};

// The check gives the table and wants the rows.
Tensor token_embedding(const Tensor& table,
                       std::optional<std::int64_t> padding_idx,
                       const Ids& ids) {
  return MyTokenEmbedding(table, padding_idx)(ids);
}
