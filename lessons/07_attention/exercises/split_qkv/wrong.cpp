#include <array>
#include <vector>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

void refuse(const Array& x, std::size_t H) {
  if (H == 0 || x.shape(2) % (3 * H) != 0) throw ValueError("no");
}

// Which column of x is column c of head h, for queries (part 0), keys (1) and
// values (2).
struct Place {
  std::size_t part, h, c, H, K;
};
using Column = std::size_t (*)(const Place&);

std::size_t right(const Place& p) { return (3 * p.h + p.part) * p.K + p.c; }

std::size_t thirds(const Place& p) { return (p.part * p.H + p.h) * p.K + p.c; }

std::size_t one_in_three(const Place& p) {
  return (p.h * p.K + p.c) * 3 + p.part;
}

std::size_t dealt_out(const Place& p) {
  return (p.part * p.K + p.c) * p.H + p.h;
}

std::size_t values_first(const Place& p) {
  return (3 * p.h + 2 - p.part) * p.K + p.c;
}

std::size_t keys_first(const Place& p) {
  return (3 * p.h + (p.part == 2 ? 2 : 1 - p.part)) * p.K + p.c;
}

std::size_t keys_and_values_swapped(const Place& p) {
  return (3 * p.h + (3 - p.part) % 3) * p.K + p.c;
}

std::size_t first_head(const Place& p) { return p.part * p.K + p.c; }

std::size_t step_of_k(const Place& p) { return (p.h + p.part) * p.K + p.c; }

std::size_t queries_thrice(const Place& p) { return 3 * p.h * p.K + p.c; }

template <Column column>
QueriesKeysValues split(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / (3 * H);
  std::array<Array, 3> all;
  for (std::size_t part = 0; part < 3; ++part) {
    all[part] = zeros({B, H, T, K});
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t t = 0; t < T; ++t)
          for (std::size_t c = 0; c < K; ++c)
            all[part](b, h, t, c) = x(b, t, column({part, h, c, H, K}));
  }
  return {all[0], all[1], all[2]};
}

template <Column column>
Array back(const QueriesKeysValues& d) {
  const auto [B, H, T, K] = dims<4>(d.q.shape(), "dq (B, H, T, K)");
  Array dx = zeros({B, T, 3 * H * K});
  const std::array<const Array*, 3> all = {&d.q, &d.k, &d.v};
  for (std::size_t part = 0; part < 3; ++part)
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t t = 0; t < T; ++t)
          for (std::size_t c = 0; c < K; ++c)
            dx(b, t, column({part, h, c, H, K})) += (*all[part])(b, h, t, c);
  return dx;
}

QueriesKeysValues each(const QueriesKeysValues& all,
                       const std::function<Array(const Array&)>& change) {
  return {change(all.q), change(all.k), change(all.v)};
}

Array reshaped(Array x, const Shape& shape) {
  x.reshape(shape);
  return x;
}

// The columns of q, k and v, (B, T, D), reshaped to (B, H, T, K) at once.
QueriesKeysValues reshaped_at_once(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](const Array& a) {
    const Shape shape = a.shape();
    const Array words_first = xt::transpose(a, {0, 2, 1, 3});
    return reshaped(words_first, shape);
  });
}

// x itself, reshaped to (3, B, H, T, K).
QueriesKeysValues x_reshaped(const Array& x, std::size_t H) {
  refuse(x, H);
  const std::size_t B = x.shape(0), T = x.shape(1), K = x.shape(2) / (3 * H);
  const Array heads = reshaped(x, {3, B, H, T, K});
  return {xt::view(heads, 0), xt::view(heads, 1), xt::view(heads, 2)};
}

QueriesKeysValues words_before_heads(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](const Array& a) -> Array {
    return xt::transpose(a, {0, 2, 1, 3});
  });
}

QueriesKeysValues columns_before_words(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](const Array& a) -> Array {
    return xt::transpose(a, {0, 1, 3, 2});
  });
}

QueriesKeysValues heads_before_batch(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](const Array& a) -> Array {
    return xt::transpose(a, {1, 0, 2, 3});
  });
}

QueriesKeysValues count_for_size(const Array& x, std::size_t H) {
  refuse(x, H);
  return split<right>(x, x.shape(2) / (3 * H));
}

QueriesKeysValues first_sentence(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](Array a) {
    for (std::size_t b = 1; b < a.shape(0); ++b)
      xt::view(a, b) = xt::view(a, 0);
    return a;
  });
}

QueriesKeysValues without_heads(const Array& x, std::size_t H) {
  return each(split<right>(x, H), [](const Array& a) {
    const auto [B, heads, T, K] = dims<4>(a.shape(), "a");
    return reshaped(xt::transpose(a, {0, 2, 1, 3}), {B, T, heads * K});
  });
}

QueriesKeysValues unchecked(const Array& x, std::size_t H) {
  const std::size_t heads = std::max<std::size_t>(H, 1);
  const std::size_t K = x.shape(2) / (3 * heads);
  const Array kept =
      xt::view(x, xt::all(), xt::all(), xt::range(0, 3 * heads * K));
  return split<right>(kept, heads);
}

QueriesKeysValues three_forgotten(const Array& x, std::size_t H) {
  if (H == 0 || x.shape(2) % H != 0) throw ValueError("no");
  return unchecked(x, H);
}

QueriesKeysValues another_error(const Array& x, std::size_t H) {
  if (H == 0 || x.shape(2) % (3 * H) != 0) throw ShapeError("no");
  return split<right>(x, H);
}

QueriesKeysValues zero_checked(const Array& x, std::size_t H) {
  if (H == 0) throw ValueError("no");
  return unchecked(x, H);
}

Array not_moved_back(const QueriesKeysValues& d) {
  const auto [B, H, T, K] = dims<4>(d.q.shape(), "dq (B, H, T, K)");
  Array dx = zeros({B, H, T, 3, K});
  xt::view(dx, xt::all(), xt::all(), xt::all(), 0) = d.q;
  xt::view(dx, xt::all(), xt::all(), xt::all(), 1) = d.k;
  xt::view(dx, xt::all(), xt::all(), xt::all(), 2) = d.v;
  return reshaped(dx, {B, T, 3 * H * K});
}

Array divided_by_three(const QueriesKeysValues& d) {
  return back<right>(d) / 3;
}

Array queries_only(const QueriesKeysValues& d) {
  return back<right>({d.q, zeros(d.k.shape()), zeros(d.v.shape())});
}

Array all_added(const QueriesKeysValues& d) {
  const Array sum = d.q + d.k + d.v;
  return back<right>({sum, sum, sum});
}

Array kept(const QueriesKeysValues& d) {
  static Array dx;
  const Array now = back<right>(d);
  if (dx.shape() != now.shape()) dx = zeros(now.shape());
  dx += now;
  return dx;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"thirds",
       "you read the columns as all queries, then all keys, then all values, "
       "as PyTorch stores them; here each head has its own three together",
       {split<thirds>, back<thirds>}},
      {"split-thirds",
       "split_qkv reads all queries, then all keys, then all values, as "
       "PyTorch stores them; here each head has its own three together",
       {split<thirds>, back<right>}},
      {"back-thirds",
       "split_qkv_backward puts all queries first, then all keys, then all "
       "values; here each head has its own three together",
       {split<right>, back<thirds>}},
      {"one-in-three",
       "you take every third column through all heads; within a head the K "
       "columns of its queries stand next to each other",
       {split<one_in_three>, back<one_in_three>}},
      {"split-one-in-three",
       "split_qkv takes every third column through all heads; within a head "
       "the "
       "K columns of its queries stand next to each other",
       {split<one_in_three>, back<right>}},
      {"dealt-out",
       "the columns are dealt out like cards, one to each head in turn; the K "
       "columns of a head's queries stand next to each other",
       {split<dealt_out>, back<dealt_out>}},
      {"values-first",
       "you take values, keys, queries in each head; queries come first, then "
       "keys, then values",
       {split<values_first>, back<values_first>}},
      {"keys-first",
       "queries and keys have changed places: queries come first",
       {split<keys_first>, back<keys_first>}},
      {"keys-and-values-swapped",
       "keys and values have changed places: keys come before values",
       {split<keys_and_values_swapped>, back<keys_and_values_swapped>}},
      {"split-keys-and-values-swapped",
       "keys and values have changed places in split_qkv: keys come before "
       "values",
       {split<keys_and_values_swapped>, back<right>}},
      {"first-head",
       "all heads get the columns of head 0; head h begins at column h 3 K",
       {split<first_head>, back<first_head>}},
      {"step-of-k",
       "head h begins at column h K in your code; each head has 3 K columns, "
       "so "
       "it is h 3 K",
       {split<step_of_k>, back<step_of_k>}},
      {"split-step-of-k",
       "head h begins at column h K in split_qkv; each head has 3 K columns, "
       "so "
       "it is h 3 K",
       {split<step_of_k>, back<right>}},
      {"queries-thrice",
       "keys and values are the queries once more: they begin K and 2 K "
       "columns "
       "later",
       {split<queries_thrice>, back<queries_thrice>}},
      {"reshape-at-once",
       "you reshape to (B, H, T, K) at once: the shape is right, but head 0 "
       "gets the first words whole, not some columns of each. A reshape moves "
       "no numbers; the axes of words and heads must be swapped",
       {reshaped_at_once, back<right>}},
      {"x-reshaped",
       "you reshape x to (3, B, H, T, K) at once: the shape is right, and the "
       "numbers are not. A reshape moves no numbers; cut the columns into (H, "
       "3, K), then change the order of the axes",
       {x_reshaped, back<right>}},
      {"words-before-heads",
       "you cut the columns, and stop there: (B, T, H, K). The axes of words "
       "and heads are still to be swapped",
       {words_before_heads, back<right>}},
      {"columns-before-words",
       "you split into (B, H, K, T): in each head the words come before the "
       "columns",
       {columns_before_words, back<right>}},
      {"heads-before-batch",
       "you split into (H, B, T, K); the sentences of the batch come first",
       {heads_before_batch, back<right>}},
      {"count-for-size",
       "you make heads of num_heads columns each; num_heads says how many "
       "heads "
       "there are, not how wide",
       {count_for_size, back<right>}},
      {"first-sentence",
       "all sentences of the batch get the heads of the first one",
       {first_sentence, back<right>}},
      {"without-heads",
       "you give back (B, T, D): each of the three is still to be split into "
       "heads",
       {without_heads, back<right>}},
      {"unchecked",
       "a number of heads that does not fit is accepted, and columns are lost; "
       "it is to be refused",
       {unchecked, back<right>}},
      {"zero-checked",
       "only 0 heads are refused; 3 num_heads has to divide the columns",
       {zero_checked, back<right>}},
      {"three-forgotten",
       "you ask whether num_heads divides the columns; 3 num_heads has to",
       {three_forgotten, back<right>}},
      {"another-error",
       "you refuse with another error; a ValueError is asked for",
       {another_error, back<right>}},
      {"not-moved-back",
       "split_qkv_backward reshapes with the heads before the words: their "
       "axes "
       "must be swapped back first",
       {split<right>, not_moved_back}},
      {"divided-by-three",
       "split_qkv_backward divides by 3; each number went to one place, and "
       "its gradient comes back from there as it is",
       {split<right>, divided_by_three}},
      {"queries-only",
       "split_qkv_backward brings back the gradient of the queries alone",
       {split<right>, queries_only}},
      {"all-added",
       "split_qkv_backward adds the gradients of queries, keys and values; "
       "each "
       "goes back to its own columns",
       {split<right>, all_added}},
      {"kept",
       "split_qkv_backward adds to what it gave back the last time: begin with "
       "zeros in each call, and without static",
       {split<right>, kept}},
  };
  return all;
}
