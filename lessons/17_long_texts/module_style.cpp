// The same with modules.

#include <string>

#include "common/forget_gate.h"
#include "cope.h"
#include "course/stage/page.h"
#include "exercises/forget_scores/answer.h"
#include "exercises/softmax_with_sink/answer.h"
#include "horloge/core/linalg.h"
#include "horloge/core/shape.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/attention.h"
#include "numpy_style.h"
#include "offsets.h"
#include "reader.h"

using namespace horloge;
using stage::Page;

// Step: same_with_modules
double apart(const Array& a, const Array& b) {
  return xt::amax(xt::abs(a - b))();
}

void same_with_modules(Page& page) {
  const auto print = [&](const std::string& what, const Array& a,
                         const Array& b) {
    page.print("{:<52}{:.1e}\n", what, apart(a, b));
  };
  Rng rng(page.seed() + 1);
  const NoGrad no_grad;
  const Reader model(twice("rotary"), rng.stream(1));
  const Ids ids = cards::new_texts(2, 40, rng).ids;
  print("a model, and read_with its own offsets", model(ids).array(),
        read_with(model, ids, clipped_offsets(40, 40)));
  const LayerPlan local{"rotary", 7};
  const Reader windowed({local, local}, rng.stream(1));
  print("a window, as a mask and as a table of offsets", windowed(ids).array(),
        read_with(model, ids, cache_offsets(40, 7, 0, Counted::in_the_text)));
  // Fold: a sink, forget gates, and CoPE
  const Tensor q(rng.normal({1, 1, 1, 4})), k(rng.normal({1, 1, 8, 4}));
  const Array sink = full({1}, 2);
  const Tensor with_sink =
      attention_with_weights(
          q, k, k, AttentionOptions().with_scale(1).with_sinks(Tensor(sink)))
          .weights;
  Array scores = xt::linalg::dot(Array(xt::view(k.array(), 0, 0)),
                                 Array(xt::view(q.array(), 0, 0, 0)));
  scores.reshape({1, 1, 8});
  print("a sink, by hand and by the library", softmax_with_sink(scores, sink),
        xt::view(with_sink.array(), 0));
  const ForgetGate forget(4, 1, rng);
  const Tensor x(rng.normal({1, 8, 4}));
  const Array gates =
      xt::view(sigmoid(forget.gate(x)).array(), 0, xt::all(), 0);
  const Array by_module = xt::view(forget.bias_from(x, {}).array(), 0, 0);
  print("forget gates", forget_bias(gates), xt::tril(by_module));
  Cope cope(6, 4);
  cope.vectors.mutable_array() = rng.normal({6, 4});
  const Tensor queries(rng.normal({1, 1, 8, 4}));
  print("CoPE's scores, by hand and as a module",
        cope_bias(xt::view(queries.array(), 0, 0), xt::view(k.array(), 0, 0),
                  cope.vectors.array()),
        xt::tril(Array(xt::view(cope.bias_of(queries, k).array(), 0, 0))));
  // End fold
}
