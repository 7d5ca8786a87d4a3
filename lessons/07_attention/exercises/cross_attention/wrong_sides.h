#pragma once

#include <algorithm>

#include "steps.h"

namespace attention_steps {

// Mistakes with the two sentences.

inline Tensor asks_itself(const HeadsWeights& W, const Padded& asking,
                          const Padded&, std::size_t H) {
  return run(W, asking, asking, H);
}

inline Tensor asked_itself(const HeadsWeights& W, const Padded&,
                           const Padded& asked, std::size_t H) {
  return run(W, asked, asked, H);
}

inline Tensor sides_swapped(const HeadsWeights& W, const Padded& asking,
                            const Padded& asked, std::size_t H) {
  return run(W, asked, asking, H);
}

// Queries and keys from the right sentences, values from the one that asks.
inline Tensor own_values(const HeadsWeights& W, const Padded& asking,
                         const Padded& asked, std::size_t H) {
  if (asking.x.shape() != asked.x.shape())
    throw ShapeError("[matmul] inner sizes differ");
  return run(W, asking, asked, H, [&](Steps& s) {
    s.project_in = [&](const HeadsWeights& w, const Tensor& t,
                       std::size_t third) {
      return project_right(w, third == 2 ? asking.x : t, third);
    };
  });
}

// Mistakes with what is hidden.

inline void padding_seen(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask&) {
    return softmax(scores);
  };
}

inline void padding_only(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    return softmax(hide(scores, !asked, minus_infinity));
  };
}

inline void first_mask(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    Mask first = asked;
    for (std::size_t b = 1; b < asked.shape(0); ++b)
      xt::view(first, b) = xt::view(asked, 0);
    return softmax(hide(scores, first, minus_infinity));
  };
}

inline void hidden_after_softmax(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    return hide(softmax(scores), asked, 0);
  };
}

inline void hidden_by_zero(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    return softmax(hide(scores, asked, 0));
  };
}

inline void hidden_by_billion(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    return softmax(hide(scores, asked, -1e9));
  };
}

inline void less_a_billion(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    const Mask keys = for_keys(asked);
    return softmax(scores +
                   Tensor(Array(xt::where(keys, real(0), real(-1e9)))));
  };
}

inline void over_queries(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask&, const Mask& asked) {
    return softmax(hide(scores, asked, minus_infinity), -2);
  };
}

// (B, T) for a mask of all pairs, in place of the two.
inline void asking_hides(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask& asking, const Mask& asked) {
    Mask rows = asking;
    rows.reshape(
        {asking.shape(0), std::size_t{1}, asking.shape(1), std::size_t{1}});
    return softmax(masked_fill(hide(scores, asked, minus_infinity), !rows,
                               minus_infinity));
  };
  s.finish = [](const Tensor& y, const Mask&) { return y; };
}

inline void padding_answers(Steps& s) {
  s.finish = [](const Tensor& y, const Mask&) { return y; };
}

inline void words_emptied(Steps& s) {
  s.finish = [](const Tensor& y, const Mask& asking) {
    return finish_right(y, !asking);
  };
}

inline Tensor zeros_without_words(const HeadsWeights& W, const Padded& asking,
                                  const Padded& asked, std::size_t H) {
  Mask both = asking.words;
  for (std::size_t b = 0; b < both.shape(0); ++b) {
    const Mask row = xt::view(asked.words, b);
    if (std::none_of(row.begin(), row.end(), [](bool w) { return w; }))
      xt::view(both, b) = false;
  }
  return run(W, {asking.x, both}, asked, H);
}

inline Tensor padding_zeroed_before(const HeadsWeights& W, const Padded& asking,
                                    const Padded& asked, std::size_t H) {
  const Tensor keys = finish_right(asked.x, asked.words);
  return run(W, asking, {keys, asked.words}, H, padding_seen);
}

// Mistakes with gradients, and with what is given.

inline Tensor residual_added(const HeadsWeights& W, const Padded& asking,
                             const Padded& asked, std::size_t H) {
  return asking.x + run(W, asking, asked, H);
}

inline Tensor residual_added_to_words(const HeadsWeights& W,
                                      const Padded& asking, const Padded& asked,
                                      std::size_t H) {
  return finish_right(residual_added(W, asking, asked, H), asking.words);
}

inline void first_scale(Steps& s) {
  s.scale = [](double, double K, double, double) {
    static const double scale = 1 / std::sqrt(K);
    return scale;
  };
}

// The bias of the queries comes through as large as it is.
inline Tensor query_bias_not_scaled(const HeadsWeights& W, const Padded& asking,
                                    const Padded& asked, std::size_t H) {
  return run(W, asking, asked, H, [H](Steps& s) {
    const auto scale = s.scale;
    s.project_in = [H, scale](const HeadsWeights& w, const Tensor& t,
                              std::size_t third) {
      if (third != 0) return project_right(w, t, third);
      const double D = double(t.shape()[2]);
      return linear(t, chunk(w.in_proj_weight, 3, 0)[0]) *
                 scale(D, D / double(H), 1, 1) +
             chunk(w.in_proj_bias, 3, 0)[0];
    };
    s.scale = [](double, double, double, double) { return 1; };
  });
}

inline Tensor detached(const HeadsWeights& W, const Padded& asking,
                       const Padded& asked, std::size_t H) {
  return Tensor(Array(run(W, asking, asked, H).array()));
}

inline void weights_detached(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask& asking, const Mask& asked) {
    return soft_right(scores, asking, asked).detach();
  };
}

inline void heads_detached(Steps& s) {
  s.merge = [](const Tensor& t, std::size_t H) {
    return merge_right(t, H).detach();
  };
}

inline void keys_detached(Steps& s) {
  s.project_in = [](const HeadsWeights& w, const Tensor& t, std::size_t third) {
    const Tensor y = project_right(w, t, third);
    return third == 1 ? y.detach() : y;
  };
}

inline void output_bias_detached(Steps& s) {
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return linear(y, w.out_weight, w.out_bias.detach());
  };
}

inline Tensor asked_detached(const HeadsWeights& W, const Padded& asking,
                             const Padded& asked, std::size_t H) {
  return run(W, asking, {asked.x.detach(), asked.words}, H);
}

inline Tensor asking_detached(const HeadsWeights& W, const Padded& asking,
                              const Padded& asked, std::size_t H) {
  return run(W, {asking.x.detach(), asking.words}, asked, H);
}

inline Tensor any_heads(const HeadsWeights& W, const Padded& asking,
                        const Padded& asked, std::size_t H) {
  while (H > 0 && asking.x.shape()[2] % H != 0) --H;
  return run(W, asking, asked, H);
}

inline Tensor another_error(const HeadsWeights& W, const Padded& asking,
                            const Padded& asked, std::size_t H) {
  if (H == 0 || asking.x.shape()[2] % H != 0)
    throw ShapeError("[reshape] the sizes do not fit");
  return run(W, asking, asked, H);
}

inline Tensor in_place(const HeadsWeights& W, const Padded& asking,
                       const Padded& asked, std::size_t H) {
  const Tensor y = run(W, asking, asked, H);
  if (y.requires_grad()) return y;  // where it is not allowed
  Tensor z = asking.x;
  z.mutable_array() = y.array();
  return z;
}

}  // namespace attention_steps
