// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <limits>
#include <utility>

#include "course/stage/lesson.h"

using horloge::Lines;

// Step: only_attention
Array attend(const Array& x, const Array& y, const HeadWeights& w,
             std::size_t num_heads, bool causal) {
  const std::size_t K = x.shape(1) / num_heads;
  const Array q = xt::linalg::dot(x, w.q);  // (T, D)
  const Array k = xt::linalg::dot(y, w.k), v = xt::linalg::dot(y, w.v);
  Array found = horloge::zeros(x.shape());
  for (std::size_t h = 0; h < num_heads; ++h) {
    auto head = xt::range(h * K, (h + 1) * K);
    const Array query = xt::view(q, xt::all(), head);  // (T, K)
    const Array key = xt::view(k, xt::all(), head);
    const Array value = xt::view(v, xt::all(), head);
    Array s = xt::linalg::dot(query, xt::transpose(key)) / std::sqrt(real(K));
    // Fold: hides later keys if causal, and takes the softmax of each row
    for (std::size_t t = 0; causal && t < s.shape(0); ++t)
      for (std::size_t i = t + 1; i < s.shape(1); ++i)
        s(t, i) = -std::numeric_limits<real>::infinity();
    const Array largest = xt::amax(s, {1}, xt::keep_dims);
    s = xt::exp(s - largest);
    const Array sums = xt::sum(s, {1}, xt::keep_dims);
    s /= sums;
    // End fold
    xt::view(found, xt::all(), head) = xt::linalg::dot(s, value);
  }
  return xt::linalg::dot(found, w.out);
}

// Fold: 12 layers over eight random tokens, with residuals and without
using LayerOf = std::function<Array(const Array& x, const EncoderWeights& w)>;

// How alike the words are, before the first layer and after each.
std::vector<double> likeness_by_depth(Array x, const LayerOf& layer, Rng rng) {
  std::vector<double> all = {likeness(x)};
  for (int depth = 0; depth < 12; ++depth) {
    x = layer(x, new_encoder(64, 256, rng));
    all.push_back(likeness(x));
  }
  return all;
}

void only_attention(Page& page) {
  const char* const names[] = {"attention alone", "each adds what it finds"};
  const LayerOf layers[] = {[](const Array& x, const EncoderWeights& w) {
                              return attend(x, x, w.heads, 4);
                            },
                            [](const Array& x, const EncoderWeights& w) {
                              return Array(x + attend(x, x, w.heads, 4));
                            }};
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({8, 64});
  Lines lines;
  page.print("{:<26}{:>7}{:>7}{:>7}{:>7}\n", "after so many layers", 0, 1, 2,
             12);
  lines.x_label = "layers";
  lines.y_label = "mean cosine of two tokens";
  for (std::size_t i = 0; i < 2; ++i) {
    const auto all = likeness_by_depth(x, layers[i], rng);
    lines.lines.push_back({names[i], {}, all});
    for (std::size_t depth = 0; depth < all.size(); ++depth)
      lines.lines.back().x.push_back(double(depth));
    page.print("{:<26}{:7.2f}{:7.2f}{:7.2f}{:7.2f}\n", names[i], all[0], all[1],
               all[2], all[12]);
  }
  page.show(lines);
  page.came_out(lines.lines[0].y.back());
}

// Step: norm_by_hand
Array layer_norm(const Array& x, const NormWeights& w, double eps) {
  const Array mean = xt::mean(x, {1}, xt::keep_dims);
  const Array centred = x - mean;
  const Array variance = xt::mean(centred * centred, {1}, xt::keep_dims);
  return centred / xt::sqrt(variance + eps) * w.weight + w.bias;
}

// Fold: normalises a row, the row doubled and moved, and equal numbers
void norm_by_hand(Page& page) {
  const Array x = {
      {1, 2, 4, 1}, {2, 4, 8, 2}, {101, 102, 104, 101}, {5, 5, 5, 5}};
  const Array y = layer_norm(x, new_norm(4));
  page.print("x                            layer_norm(x)\n");
  for (std::size_t t = 0; t < 4; ++t)
    page.print(
        "{:5.0f} {:5.0f} {:5.0f} {:5.0f}      {:6.2f} {:6.2f} {:6.2f} "
        "{:6.2f}\n",
        x(t, 0), x(t, 1), x(t, 2), x(t, 3), y(t, 0), y(t, 1), y(t, 2), y(t, 3));
}

// Step: each_word_alone
Array feed_forward(const Array& x, const FeedForwardWeights& w) {
  const Array hidden = xt::linalg::dot(x, w.in) + w.in_bias;  // (T, F)
  const Array relu = xt::maximum(hidden, real(0));
  return xt::linalg::dot(relu, w.out) + w.out_bias;
}

// Fold: changes one token; leaves the relu out; counts
void each_word_alone(Page& page) {
  Rng rng(page.seed() + 1);
  const HeadWeights heads = new_heads(64, rng);
  const FeedForwardWeights net = new_feed_forward(64, 256, rng);
  const Array x = rng.normal({5, 64});
  Array other = x;
  xt::view(other, 2) = rng.normal({64});
  page.print("token 2 of 5 is changed. What changes?\n");
  page.print(
      "  by attention     {}\n",
      changed_rows(attend(x, x, heads, 4), attend(other, other, heads, 4)));
  page.print("  by feed_forward  {}\n\n",
             changed_rows(feed_forward(x, net), feed_forward(other, net)));
  const Array folded = xt::linalg::dot(net.in, net.out);
  const Array bias = xt::linalg::dot(net.in_bias, net.out) + net.out_bias;
  const Array hidden = xt::linalg::dot(x, net.in) + net.in_bias;
  page.print("without relu, one (64, 64) matrix does the same, up to {:.0e}\n",
             largest_difference(xt::linalg::dot(hidden, net.out) + net.out_bias,
                                xt::linalg::dot(x, folded) + bias));
  page.print("numbers to learn: attention {}, feed-forward {}\n", 4 * 64 * 64,
             net.in.size() + net.in_bias.size() + net.out.size() +
                 net.out_bias.size());
}

// Step: a_layer
Array encoder_layer(const Array& x, const EncoderWeights& w,
                    std::size_t num_heads) {
  const Array seen = layer_norm(x, w.norm1);
  const Array y = x + attend(seen, seen, w.heads, num_heads);
  return y + feed_forward(layer_norm(y, w.norm2), w.feed_forward);
}

// Fold: 12 layers over the eight tokens; and one, on the tokens backwards
void a_layer(Page& page) {
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({8, 64});
  const auto all = likeness_by_depth(
      x,
      [](const Array& y, const EncoderWeights& w) {
        return encoder_layer(y, w, 4);
      },
      rng);
  page.print("how alike the tokens are after 0, 1, 2, 12 whole layers:\n");
  page.print("  {:.2f}  {:.2f}  {:.2f}  {:.2f}\n\n", all[0], all[1], all[2],
             all[12]);
  const EncoderWeights w = new_encoder(64, 256, rng);
  const Array y = encoder_layer(x, w, 4);
  const Array backwards = encoder_layer(xt::flip(x, 0), w, 4);
  page.print("tokens backwards: the same rows backwards, up to {:.0e}\n",
             largest_difference(xt::flip(y, 0), backwards));
}

// Step: a_decoder_layer
Array decoder_layer(const Array& x, const Array& memory,
                    const DecoderWeights& w, std::size_t num_heads) {
  const Array seen = layer_norm(x, w.norm1);
  const Array y = x + attend(seen, seen, w.heads, num_heads, true);
  const Array asking = layer_norm(y, w.norm2);
  const Array z = y + attend(asking, memory, w.cross, num_heads);
  return z + feed_forward(layer_norm(z, w.norm3), w.feed_forward);
}

// Fold: changes a token that is read, and one that is written
void a_decoder_layer(Page& page) {
  Rng rng(page.seed() + 1);
  const EncoderWeights first = new_encoder(64, 256, rng);
  const DecoderWeights w = {
      new_heads(64, rng), new_heads(64, rng), new_feed_forward(64, 256, rng),
      new_norm(64),       new_norm(64),       new_norm(64)};
  const Array read = rng.normal({6, 64}), written = rng.normal({4, 64});
  Array other_read = read, other_written = written;
  xt::view(other_read, 5) = rng.normal({64});
  xt::view(other_written, 2) = rng.normal({64});
  const auto both = [&](const Array& source, const Array& target) {
    return decoder_layer(target, encoder_layer(source, first, 4), w, 4);
  };
  const Array y = both(read, written);
  page.print("reads 6 tokens, has written 4; rows of its output that change\n");
  page.print("  with the last token that is read:   {}\n",
             changed_rows(y, both(other_read, written)));
  page.print("  with token 2 of those it writes:    {}\n",
             changed_rows(y, both(read, other_written)));
}

// End of steps
NormWeights new_norm(std::size_t D) {
  return {horloge::ones({D}), horloge::zeros({D})};
}

HeadWeights new_heads(std::size_t D, Rng& rng) {
  const auto matrix = [&] {
    return Array(rng.normal({D, D}) / std::sqrt(real(D)));
  };
  HeadWeights w;
  for (Array* each : {&w.q, &w.k, &w.v, &w.out}) *each = matrix();
  return w;
}

FeedForwardWeights new_feed_forward(std::size_t D, std::size_t F, Rng& rng) {
  FeedForwardWeights w;
  w.in = rng.normal({D, F}) / std::sqrt(real(D));
  w.in_bias = horloge::zeros({F});
  w.out = rng.normal({F, D}) / std::sqrt(real(F));
  w.out_bias = horloge::zeros({D});
  return w;
}

EncoderWeights new_encoder(std::size_t D, std::size_t F, Rng& rng) {
  HeadWeights heads = new_heads(D, rng);
  return {std::move(heads), new_feed_forward(D, F, rng), new_norm(D),
          new_norm(D)};
}

double likeness(const Array& x) {
  const Array lengths = xt::sqrt(xt::sum(x * x, {1}, xt::keep_dims));
  const Array unit = x / lengths;
  const Array cosines = xt::linalg::dot(unit, xt::transpose(unit));
  const auto T = double(x.shape(0));
  return (double(xt::sum(cosines)()) - T) / (T * (T - 1));
}

std::string changed_rows(const Array& a, const Array& b) {
  std::string rows;
  for (std::size_t t = 0; t < a.shape(0); ++t)
    if (largest_difference(xt::view(a, t), xt::view(b, t)) > 1e-4)
      rows += (rows.empty() ? "" : " ") + std::to_string(t);
  return rows;
}
