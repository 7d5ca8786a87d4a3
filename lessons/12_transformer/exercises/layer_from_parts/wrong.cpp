#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using P = const LayerParts&;
using X = const Tensor&;

// The right one, for those who err in one of the two only.
Tensor pre(X x, P p) {
  const Tensor y = x + p.attention(p.norm1(x));
  return y + p.feed_forward(p.norm2(y));
}
Tensor post(X x, P p) {
  const Tensor y = p.norm1(x + p.attention(x));
  return p.norm2(y + p.feed_forward(y));
}

using One = Tensor (*)(X x, P p);

template <One before, One after>
Tensor both(X x, P p, bool norm_first) {
  return norm_first ? before(x, p) : after(x, p);
}

Tensor pre_no_residual(X x, P p) {
  return p.feed_forward(p.norm2(p.attention(p.norm1(x))));
}
Tensor post_no_residual(X x, P p) {
  return p.norm2(p.feed_forward(p.norm1(p.attention(x))));
}
Tensor pre_first_lost(X x, P p) {
  const Tensor y = p.attention(p.norm1(x));
  return y + p.feed_forward(p.norm2(y));
}
Tensor post_first_lost(X x, P p) {
  const Tensor y = p.norm1(p.attention(x));
  return p.norm2(y + p.feed_forward(y));
}
Tensor pre_second_lost(X x, P p) {
  return p.feed_forward(p.norm2(x + p.attention(p.norm1(x))));
}
Tensor post_second_lost(X x, P p) {
  return p.norm2(p.feed_forward(p.norm1(x + p.attention(x))));
}
Tensor pre_from_x(X x, P p) {
  const Tensor y = x + p.attention(p.norm1(x));
  return x + p.feed_forward(p.norm2(y));
}
Tensor post_from_x(X x, P p) {
  const Tensor y = p.norm1(x + p.attention(x));
  return p.norm2(x + p.feed_forward(y));
}
Tensor pre_parallel(X x, P p) {
  return x + p.attention(p.norm1(x)) + p.feed_forward(p.norm2(x));
}
Tensor post_parallel(X x, P p) {
  return p.norm2(p.norm1(x + p.attention(x)) + p.feed_forward(x));
}
Tensor pre_net_first(X x, P p) {
  const Tensor y = x + p.feed_forward(p.norm2(x));
  return y + p.attention(p.norm1(y));
}
Tensor post_net_first(X x, P p) {
  const Tensor y = p.norm2(x + p.feed_forward(x));
  return p.norm1(y + p.attention(y));
}
Tensor pre_norms_swapped(X x, P p) {
  const Tensor y = x + p.attention(p.norm2(x));
  return y + p.feed_forward(p.norm1(y));
}
Tensor post_norms_swapped(X x, P p) {
  const Tensor y = p.norm2(x + p.attention(x));
  return p.norm1(y + p.feed_forward(y));
}
Tensor pre_norm1_twice(X x, P p) {
  const Tensor y = x + p.attention(p.norm1(x));
  return y + p.feed_forward(p.norm1(y));
}
Tensor post_norm1_twice(X x, P p) {
  const Tensor y = p.norm1(x + p.attention(x));
  return p.norm1(y + p.feed_forward(y));
}
Tensor pre_normed_stream(X x, P p) {
  const Tensor n = p.norm1(x);
  const Tensor m = p.norm2(n + p.attention(n));
  return m + p.feed_forward(m);
}
Tensor pre_first_norm_only(X x, P p) {
  const Tensor y = x + p.attention(p.norm1(x));
  return y + p.feed_forward(y);
}
Tensor pre_part_normed(X x, P p) {
  const Tensor y = x + p.norm1(p.attention(x));
  return y + p.norm2(p.feed_forward(y));
}
Tensor post_part_normed(X x, P p) {
  const Tensor y = x + p.norm1(p.attention(x));
  return y + p.norm2(p.feed_forward(y));
}
Tensor post_last_only(X x, P p) {
  const Tensor y = x + p.attention(x);
  return p.norm2(y + p.feed_forward(y));
}
Tensor post_first_only(X x, P p) {
  const Tensor y = p.norm1(x + p.attention(x));
  return y + p.feed_forward(y);
}
Tensor pre_norm_at_end(X x, P p) { return p.norm2(pre(x, p)); }
Tensor pre_half(X x, P p) { return x + p.attention(p.norm1(x)); }
Tensor post_half(X x, P p) { return p.norm1(x + p.attention(x)); }
Tensor pre_twice(X x, P p) { return x + pre(x, p); }
Tensor post_twice(X x, P p) {
  const Tensor y = p.norm1(x + x + p.attention(x));
  return p.norm2(y + y + p.feed_forward(y));
}
Tensor pre_detached(X x, P p) {
  const Tensor y = x + p.attention(p.norm1(Tensor(x.array())));
  return y + p.feed_forward(p.norm2(Tensor(y.array())));
}
Tensor post_detached(X x, P p) {
  const Tensor y = p.norm1(x + p.attention(Tensor(x.array())));
  return p.norm2(y + p.feed_forward(Tensor(y.array())));
}
Tensor pre_residual_detached(X x, P p) {
  const Tensor y = Tensor(x.array()) + p.attention(p.norm1(x));
  return Tensor(y.array()) + p.feed_forward(p.norm2(y));
}
Tensor post_residual_detached(X x, P p) {
  const Tensor y = p.norm1(Tensor(x.array()) + p.attention(x));
  return p.norm2(Tensor(y.array()) + p.feed_forward(y));
}

Tensor asked_twice(X x, P p, bool norm_first) {
  if (!norm_first) {
    const Tensor y = p.norm1(x + p.attention(x));
    p.feed_forward(y);
    return p.norm2(y + p.feed_forward(y));
  }
  return x + p.attention(p.norm1(x)) +
         p.feed_forward(p.norm2(x + p.attention(p.norm1(x))));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-residual",
       "nothing is added: each part takes the place of its input",
       {both<pre_no_residual, post_no_residual>}},
      {"first-residual-lost",
       "what attention finds is not added to x",
       {both<pre_first_lost, post_first_lost>}},
      {"second-residual-lost",
       "what the feed-forward net finds is not added to its input",
       {both<pre_second_lost, post_second_lost>}},
      {"added-to-x",
       "the feed-forward net's result is added to x; it belongs to what "
       "attention has left, or that is lost",
       {both<pre_from_x, post_from_x>}},
      {"parallel",
       "the feed-forward net reads x; it comes after attention and reads what "
       "that has left. (GPT-J and GPT-NeoX do it your way.)",
       {both<pre_parallel, post_parallel>}},
      {"net-first",
       "the feed-forward net comes first; attention does",
       {both<pre_net_first, post_net_first>}},
      {"norms-swapped",
       "norm1 and norm2 are swapped: norm1 belongs to attention",
       {both<pre_norms_swapped, post_norms_swapped>}},
      {"norm1-twice",
       "norm1 is used twice; the feed-forward net has norm2",
       {both<pre_norm1_twice, post_norm1_twice>}},
      {"always-before",
       "you norm before the parts always; norm_first decides",
       {both<pre, pre>}},
      {"always-after",
       "you norm after the parts always; norm_first decides",
       {both<post, post>}},
      {"turned-round",
       "norm_first is taken the other way round",
       {both<post, pre>}},
      {"normed-stream",
       "if norm_first, you add to the normed x; it is added to x as it was, so "
       "that the way past stays open",
       {both<pre_normed_stream, post>}},
      {"second-norm-missing",
       "if norm_first, the feed-forward net sees its input as it is; norm2 "
       "comes before it",
       {both<pre_first_norm_only, post>}},
      {"result-normed",
       "you norm what a part finds, before it is added; it is the input of the "
       "part that is normed, or the sum",
       {both<pre_part_normed, post_part_normed>}},
      {"sum-not-normed",
       "if not norm_first, the first sum is not normed",
       {both<pre, post_last_only>}},
      {"last-sum-not-normed",
       "if not norm_first, the second sum is not normed",
       {both<pre, post_first_only>}},
      {"norm-at-end",
       "if norm_first, there is one norm more at the end; a whole stack has "
       "that, and not each layer",
       {both<pre_norm_at_end, post>}},
      {"half", "the feed-forward net is missing", {both<pre_half, post_half>}},
      {"added-twice",
       "the input is added twice",
       {both<pre_twice, post_twice>}},
      {"parts-detached",
       "the numbers are right, but no gradient comes back through the parts: "
       "give them the tensor itself, not a new one of its numbers",
       {both<pre_detached, post_detached>}},
      {"residual-detached",
       "the numbers are right, but no gradient comes back by the way past the "
       "parts: add the tensor itself, not a new one of its numbers",
       {both<pre_residual_detached, post_residual_detached>}},
      {"asked-twice",
       "a part is asked twice for the same; keep the result",
       {asked_twice}},
  };
  return all;
}
