// From scratch on arrays: ranks, and gradients of parts.

#include "numpy_style.h"

#include "common/mailboxes.h"
#include "course/stage/lesson.h"

using namespace horloge;

Examples new_examples(std::size_t rows, std::uint64_t seed) {
  Rng rng(seed + 1);
  const Array hidden = rng.normal({num_features, num_classes});
  const Array x = rng.normal({rows, num_features});
  const Array noise = rng.normal({rows, num_classes});
  const Array scores = xt::linalg::dot(x, hidden) + noise;
  return {x, Ids(xt::argmax(scores, 1))};
}

Examples take(const Examples& all, const Rows& rows) {
  return {Array(xt::view(all.x, xt::range(rows.begin, rows.end))),
          Ids(xt::view(all.classes, xt::range(rows.begin, rows.end)))};
}

double norm_of(const Array& x) {
  double squares = 0;
  for (const real number : x) squares += double(number) * double(number);
  return std::sqrt(squares);
}

// Step: many_ranks
// Every rank runs this same program. It has to ask which one it is.
void to_rank_0_and_back(Array& x, Rank& me) {
  if (me.rank() > 0) {
    me.send(0, x);
    x = me.receive(0);
    return;
  }
  for (std::size_t from = 1; from < me.size(); ++from) x += me.receive(from);
  for (std::size_t to = 1; to < me.size(); ++to) me.send(to, x);
}

// Fold: runs it in four ranks, each with a number of its own
void many_ranks(Page& page) {
  std::vector<double> before(4), after(4);
  Mailboxes ranks(4);
  ranks.run([&](Rank& me) {
    Array x = {real(std::pow(10, me.rank()))};
    before[me.rank()] = double(x(0));
    to_rank_0_and_back(x, me);
    after[me.rank()] = double(x(0));
  });
  for (std::size_t r = 0; r < 4; ++r)
    page.print(
        "rank {} began with {:4.0f} and has {:4.0f}; it has sent {} {}\n", r,
        before[r], after[r], ranks.sent_by(r).size(),
        ranks.sent_by(r).size() == 1 ? "time" : "times");
}

// Step: two_halves
// The mean over rows of (p - one-hot) times x, as a matrix (D, C).
Array gradient(const Examples& rows, const Array& weight) {
  if (rows.x.shape(0) == 0) return zeros(weight.shape());
  Array scores = xt::linalg::dot(rows.x, weight);  // (B, C)
  scores -= Array(xt::amax(scores, {1}, xt::keep_dims));
  Array p = xt::exp(scores);
  p /= Array(xt::sum(p, {1}, xt::keep_dims));
  for (std::size_t b = 0; b < p.shape(0); ++b)
    p(b, std::size_t(rows.classes(b))) -= 1;
  const Array x = xt::transpose(rows.x);
  return xt::linalg::dot(x, p) / real(p.shape(0));
}

// Fold: the loss; one batch of 24 rows, and its two halves
double loss_of(const Examples& rows, const Array& weight) {
  const Array scores = xt::linalg::dot(rows.x, weight);
  double loss = 0;
  for (std::size_t b = 0; b < scores.shape(0); ++b) {
    double sum = 0;
    for (std::size_t c = 0; c < scores.shape(1); ++c)
      sum += std::exp(double(scores(b, c)));
    loss += std::log(sum) - double(scores(b, std::size_t(rows.classes(b))));
  }
  return loss / double(scores.shape(0));
}

void two_halves(Page& page) {
  const Examples all = new_examples(24, page.seed());
  const Array weight = Rng(page.seed() + 2).normal({num_features, num_classes});
  const Array whole = gradient(all, weight);
  const Array first = gradient(take(all, {0, 12}), weight);
  const Array second = gradient(take(all, {12, 24}), weight);
  const Array mean = (first + second) / real(2);
  page.print("the first row of each gradient\n");
  const auto print = [&](const char* name, const Array& g) {
    page.print("{:<24}", name);
    for (std::size_t c = 0; c < num_classes; ++c)
      page.print("{:10.5f}", g(0, c));
    page.print("\n");
  };
  print("of rows 0 to 11", first);
  print("of rows 12 to 23", second);
  print("the mean of these two", mean);
  print("of all 24 rows at once", whole);
  page.print("\nof all {} numbers, the last two differ by at most {:.0e}\n",
             whole.size(), largest_difference(mean, whole));
}

// Step: uneven_parts
// Weighed: each part counts as many times as it has rows.
Array weighed(const std::vector<Array>& means, const std::vector<Rows>& rows) {
  Array sum = zeros(means[0].shape());
  double count = 0;
  for (std::size_t r = 0; r < means.size(); ++r) {
    sum += means[r] * real(rows[r].count());
    count += double(rows[r].count());
  }
  return sum / real(count);
}

// Fold: 10 rows in parts of several sizes, weighed and not
void uneven_parts(Page& page) {
  const Examples all = new_examples(10, page.seed());
  const Array weight = Rng(page.seed() + 2).normal({num_features, num_classes});
  const Array whole = gradient(all, weight);
  const std::vector<std::vector<std::size_t>> cuts = {
      {5, 5}, {3, 3, 2, 2}, {6, 4}, {8, 2}, {9, 1}};
  page.print("rows of each rank     mean of means off by    weighed off by\n");
  double off = 0;
  for (const auto& cut : cuts) {
    std::vector<Array> means;
    std::vector<Rows> rows;
    std::string name;
    Array plain = zeros(whole.shape());
    for (const std::size_t count : cut) {
      const std::size_t begin = rows.empty() ? 0 : rows.back().end;
      rows.push_back({begin, begin + count});
      means.push_back(gradient(take(all, rows.back()), weight));
      plain += means.back() / real(cut.size());
      name += fmt::format("{} ", count);
    }
    off = 100 * norm_of(plain - whole) / norm_of(whole);
    const double right =
        100 * norm_of(weighed(means, rows) - whole) / norm_of(whole);
    page.print("{:<22}{:>17.1f} % {:>16.1f} %\n", name, off, right);
  }
  page.came_out(off);
}
