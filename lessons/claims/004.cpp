// Notebook 5: rows of words, rows of positions, their sum, and pictures.

#include <cmath>
#include <numeric>
#include <string>

#include "common/modules.h"
#include "course/claims/finding.h"
#include "course/stage/long_work.h"
#include "horloge/core/linalg.h"
#include "horloge/core/random_state.h"
#include "horloge/projection/pca.h"
#include "horloge/projection/trustworthiness.h"
#include "horloge/projection/tsne.h"
#include "tools.h"
#include "words.h"

using namespace horloge;
using claims::Finding;

// Claim: row_of_id
void row_of_id(Finding& found) {
  Rng rng(1);
  const TokenEmbedding embedding(1000, 128, rng);
  const Ids ids = rng.integers({10}, 0, 1000);
  Array one_hot = zeros({10, 1000});
  for (std::size_t t = 0; t < 10; ++t) one_hot(t, ids(t)) = 1;
  const Array looked_up = embedding(ids).array();
  const Array product = xt::linalg::dot(one_hot, embedding.weight.array());
  const double apart = largest_difference(looked_up, product);
  found.check(apart == 0, "ten rows, looked up or by a product: {:.0f} apart",
              apart);
}

// Claim: shapes
void shapes(Finding& found) {
  Rng rng(1);
  const TokenEmbedding embedding(1000, 128, rng);
  const SinusoidalPositions positions(100, 128);
  const Ids ids = rng.integers({4, 10}, 0, 1000);
  const Tensor x = embedding(ids), sum = positions(x);
  const Shape want = {4, 10, 128};
  found.check(x.shape() == want && sum.shape() == want,
              "ids (4, 10): words {}, sums {}", to_string(x.shape()),
              to_string(sum.shape()));
}

// Claim: learned_or_fixed
void learned_or_fixed(Finding& found) {
  Rng rng(1);
  const TokenEmbedding words(1000, 128, rng);
  const SinusoidalPositions positions(100, 128);
  found.check(words.parameter_count() == 128000,
              "1000 words of 128: {} learned", words.parameter_count());
  found.check(positions.parameter_count() == 0, "100 positions of 128: {}",
              positions.parameter_count());
}

// Claim: printed_row
void printed_row(Finding& found) {
  RandomState random(42);  // numpy.random.seed(42)
  Doubles matrix = Doubles::from_shape({1000, 128});
  for (double& x : matrix) x = 0.01 * random.randn();
  const Ids ids = random.randint(0, 1000, {4, 10});
  const Doubles row = xt::view(matrix, ids(0, 0));
  const double length = std::sqrt(xt::sum(xt::square(row))());
  found.check(ids(0, 0) == 348 && std::abs(row(0) + 0.00029128) < 1e-8,
              "id {}: {:.8f} {:.8f} {:.8f} …", ids(0, 0), row(0), row(1),
              row(2));
  found.check(std::abs(length - 0.1104) < 1e-4, "its length is {:.4f}", length);
}

// Claim: lookup_cost
void lookup_cost(Finding& found) {
  for (const auto& [name, T, V, D] :
       {std::tuple{"the notebook", 40UL, 1000UL, 128UL},
        {"GPT-2, 1024 words", 1024UL, 50257UL, 768UL}})
    found.check(T * D < T * V * D, "{}: {} copies, or {:.0f} million products",
                name, T * D, double(T * V * D) / 1e6);
}

// Claim: meaning
void meaning(Finding& found) {
  const auto shares =
      stored_numbers("06_input_embedding/results/rows_after_training.txt", "",
                     "nearest row is of the same class");
  found.check(shares[0] > 50, "before training: {:.0f} %", shares[0]);
  found.check(shares[1] > 50, "after it: {:.0f} %", shares[1]);
}

// Claim: even_width
void even_width(Finding& found) {
  bool refused = false;
  try {
    sinusoidal_table(10, 7);
  } catch (const ValueError&) {
    refused = true;
  }
  found.check(refused,
              "this library refuses a width of 7, as PyTorch's code does");
  double nearest = INFINITY;  // of 1000 rows of 8 columns without the last one
  for (std::size_t k = 1; k < 1000; ++k) {
    const Doubles far = code_row(double(k), 8) - code_row(0, 8);
    nearest = std::min(
        nearest,
        std::sqrt(xt::sum(xt::square(xt::view(far, xt::range(0, 7))))()));
  }
  found.check(nearest == 0,
              "without the last cosine the nearest rows are {:.3f} apart",
              nearest);
}

// Claim: mean_and_deviation
void mean_and_deviation(Finding& found) {
  const Doubles rows = code_rows(100, 128);
  const double mean = xt::mean(rows)(), deviation = xt::stddev(rows)();
  found.check(xt::amax(xt::abs(rows))() <= 1, "largest {:.4f}",
              xt::amax(xt::abs(rows))());
  found.check(std::abs(mean - 0.353611) < 1e-6, "mean {:.6f}", mean);
  found.check(std::abs(deviation - 0.612339) < 1e-6,
              "standard deviation {:.6f}", deviation);
}

// Claim: row_0
void row_0(Finding& found) {
  const Doubles row = code_row(0, 128);
  bool right = true;
  for (std::size_t c = 0; c < 128; ++c)
    right = right && row(c) == double(c % 2);
  found.check(right, "all 64 sines are 0, all 64 cosines 1");
}

// Claim: ten_positions
void ten_positions(Finding& found) {
  const Doubles rows = code_rows(10, 128);
  const double mean = xt::mean(rows)();
  // Of a batch of four, with n - 1 as PyTorch has it.
  const double n = 4 * 10 * 128;
  const double deviation = std::sqrt(xt::variance(rows)() * n / (n - 1));
  found.check(std::abs(mean - 0.47823) < 1e-5, "mean {:.6f}", mean);
  found.check(std::abs(deviation - 0.520912) < 1e-5,
              "standard deviation {:.6f}", deviation);
  found.check(std::abs(xt::amin(rows)() + 0.994459) < 1e-5,
              "from {:.6f} to {:.0f}", xt::amin(rows)(), xt::amax(rows)());
}

// Claim: separable
void separable(Finding& found) {
  const Array variance =
      pca(sinusoidal_table(100, 128), 100).explained_variance_ratio;
  double sum = 0;
  std::size_t needed = 0;
  while (sum < 0.99) sum += variance(needed++);
  found.check(needed < 64, "99 % of 100 positions in {} of 128 directions",
              needed);
  const auto read_off =
      stored_numbers("06_input_embedding/results/mixed_in.txt",
                     "with positions", "position read off");
  found.check(read_off[0] > 80,
              "a linear layer reads {:.0f} % of the positions", read_off[0]);
}

// Claim: sum_or_side_by_side
void sum_or_side_by_side(Finding& found) {
  const auto weights = [](std::size_t d) {  // of matrices
    Rng rng(1);
    const auto options = TransformerOptions().with_dim_feedforward(4 * d);
    std::size_t count = 0;
    for (const Tensor& p :
         TransformerEncoderLayer(d, 4, rng, options).parameters())
      if (p.shape().size() == 2) count += p.size();
    return count;
  };
  found.check(weights(128) < weights(256), "added: {}, side by side: {}",
              weights(128), weights(256));
}

// Claim: sums
void sums(Finding& found) {
  const Array places = sinusoidal_table(10, 128);
  std::vector<double> means, deviations;
  for (std::size_t draw = 0; draw < 100; ++draw) {
    const Array x = Rng(draw).normal({4, 10, 128}) + places;
    means.push_back(xt::mean<double>(x)());
    deviations.push_back(
        std::sqrt(xt::mean<double>(x * x)() - means.back() * means.back()));
  }
  const auto mean = [](const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.0) / double(x.size());
  };
  found.check(
      std::abs(mean(means) - 0.478) < 0.01,
      "mean {:.2f}, that of the positions; 100 draws spread over {:.2f}",
      mean(means), spread(means));
  found.check(std::abs(mean(deviations) - 1.128) < 0.01,
              "standard deviation {:.2f}, of 1 and 0.52 together",
              mean(deviations));
}

// Claim: global_variance
void global_variance(Finding& found) {
  const auto explained = [](const Array& rows) {
    const Array ratio = pca(rows, 2).explained_variance_ratio;
    return 100 * double(ratio(0) + ratio(1));
  };
  const double random = explained(Rng(1).normal({200, 128}));
  const double words = explained(grouped_words().rows);
  found.check(random > 25, "200 random rows: {:.1f} %", random);
  found.check(words > 25, "35 words: {:.1f} %", words);
}

// Claim: local_neighbours
void local_neighbours(Finding& found) {
  const Array rows = Rng(1).normal({200, 128});
  TsneOptions options;
  options.iterations = 500;
  options.progress = [](std::size_t, double) { stage::stop_if_interrupted(); };
  const double by_pca = trustworthiness(rows, pca(rows, 2).projected);
  const double by_tsne = trustworthiness(rows, tsne(rows, options).points);
  found.check(by_tsne > by_pca, "t-SNE {:.2f}, PCA {:.2f}", by_tsne, by_pca);
}

// Claim: clusters
void clusters(Finding& found) {
  const auto stored = [](const char* file, const char* row) {
    return stored_numbers(std::string("06_input_embedding/results/") + file, "",
                          row);
  };
  const auto same_class =
      stored("rows_after_training.txt", "nearest row is of the same class");
  found.check(same_class[1] > same_class[0] + 20,
              "next to {:.0f} % stands one of their class, before {:.0f} %",
              same_class[1], same_class[0]);
  const double truth = stored("invented_clusters.txt", "nearest neighbour")[0];
  const double picture = stored("invented_clusters.txt", "at")[0];
  found.check(
      picture > truth / 2,
      "noise, its nearest at {:.2f} of the mean distance: in t-SNE {:.2f}",
      truth, picture);
}

// Claim: word_relations
void word_relations(Finding& found) {
  const GroupedWords words = grouped_words();
  const auto truth = group_distances(words.rows, words.groups);
  for (const double perplexity : {4.0, 5.0, 6.0}) {
    stage::stop_if_interrupted();
    TsneOptions options;
    options.perplexity = perplexity;
    options.learning_rate = 10;
    const Array points = tsne(words.rows, options).points;
    const auto seen = group_distances(points, words.groups);
    found.check(nearest_of_own_group(points, words.groups) > 30,
                "perplexity {}: next to {} of 35 stands one of their group",
                perplexity, nearest_of_own_group(points, words.groups));
    found.check(correlation(truth, seen) > 0.95,
                "its distances of groups and the true ones: correlation {:.2f}",
                correlation(truth, seen));
  }
}
