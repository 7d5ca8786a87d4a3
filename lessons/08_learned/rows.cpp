// A table that is trained, and what becomes of its rows.

#include "course/stage/lesson.h"
#include "curves.h"
#include "horloge/core/parallel.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/sinusoidal.h"
#include "reader.h"

using namespace horloge;

// Step: train_a_table
// Fold: TrainedTable, what is kept of a training
struct TrainedTable {
  Array before, after;  // (max_seq_len, D)
  std::size_t longest;  // words in the longest sentence trained on
  double accuracy;
};

// End fold
TrainedTable train_table(const std::string& language, std::uint64_t seed,
                         double weight_decay) {
  const Corpus corpus = read_corpus(language);
  const Split data = split_pairs(corpus, Rng(seed));
  Rng rng(seed, 4);
  const LearnedPositions positions(32, Reader::d_model, rng);
  const Array before = positions.weight.array();

  const Reader reader(corpus.vocab_size, positions, Rng(seed, 1));
  Training how;
  how.weight_decay = weight_decay;
  train(reader, data.train, Rng(seed), how);

  std::size_t longest = 0;
  for (const Sentence& sentence : data.train)
    longest = std::max(longest, sentence.ids.size());
  return {before, positions.weight.array(), longest,
          accuracy(reader, data.test)};
}

// Fold: trains two tables, prints the second one
// French, without weight decay and with it; trained once, for several steps.
const std::vector<TrainedTable>& french_tables(Page& page) {
  static const std::vector<TrainedTable> tables = [&] {
    page.progress("training two tables");
    std::vector<TrainedTable> both(2);
    parallel_for(2, 1, [&](std::size_t i, std::size_t) {
      both[i] = train_table("fr", page.seed() + 1, i == 0 ? 0 : 0.1);
    });
    return both;
  }();
  return tables;
}

void train_a_table(Page& page) {
  const TrainedTable& table = french_tables(page)[1];
  page.print("longest sentence {} words, table {} rows\n", table.longest,
             table.after.shape(0));
  page.print("{:.1f} % right\n", 100 * table.accuracy);
  for (const std::size_t t : {0, 1, 11, 31})
    page.print(
        "row {:>2}   before {:6.3f} {:6.3f} {:6.3f} …   after {:6.3f} "
        "{:6.3f} {:6.3f} …\n",
        t, table.before(t, 0), table.before(t, 1), table.before(t, 2),
        table.after(t, 0), table.after(t, 1), table.after(t, 2));
}

// Step: rows_before_and_after
// The cosine of the angle between any two rows.   (N, D) -> (N, N)
Array cosine_similarities(const Array& rows) {
  const Array squares = xt::sum(rows * rows, {1}, xt::keep_dims);
  const Array unit = rows / xt::sqrt(squares);
  return xt::linalg::dot(unit, xt::transpose(unit));
}

// Fold: draws them for the first 15 rows
HeatMap picture_of(const Array& table, const char* title) {
  const Array rows = xt::view(table, xt::range(0, 15), xt::all());
  HeatMap picture;
  picture.title = title;
  picture.x_label = picture.y_label = "position";
  picture.values = cosine_similarities(rows);
  picture.low = -1;
  picture.high = 1;
  return picture;
}

void rows_before_and_after(Page& page) {
  const TrainedTable& table = french_tables(page)[1];
  page.show(picture_of(table.before, "before training"));
  page.show(picture_of(table.after, "after training"));
}

// Step: neighbours
// Mean cosine of the rows t and t + k, for each offset k from 1 to 8.
std::vector<double> by_distance(const Array& rows) {
  const Array cosines = cosine_similarities(rows);
  const std::size_t T = rows.shape(0);
  std::vector<double> means(8);
  for (std::size_t k = 1; k <= 8; ++k)
    for (std::size_t t = 0; t + k < T; ++t)
      means[k - 1] += cosines(t, t + k) / double(T - k);
  return means;
}

// Fold: the same of six trained tables, of noise and of the sines
std::vector<double> of_trained_rows(const std::string& language,
                                    std::uint64_t seed) {
  const TrainedTable table = train_table(language, seed, 0.1);
  return by_distance(
      xt::view(table.after, xt::range(0, table.longest), xt::all()));
}

void neighbours(Page& page) {
  Axes axes{"offset k", "mean cosine", {1, 2, 3, 4, 5, 6, 7, 8}};
  axes.digits = 2;
  std::vector<Curve> curves;
  for (const std::string language : {"fr", "en", "zh"})
    curves.push_back({language + " after training", [=](std::uint64_t seed) {
                        return of_trained_rows(language, seed);
                      }});
  curves.push_back({"before training", [](std::uint64_t seed) {
                      return by_distance(Rng(seed, 4).normal({12, 32}));
                    }});
  curves.push_back({"sinusoidal", [](std::uint64_t) {
                      return by_distance(sinusoidal_table(12, 32));
                    }});
  show_means(page, axes, curves, 2);
}

// Step: unused_rows
// How many of the rows first … last - 1 are not what they were.
std::size_t moved(const TrainedTable& table, std::size_t first,
                  std::size_t last) {
  std::size_t count = 0;
  for (std::size_t t = first; t < last; ++t)
    count += xt::row(table.after, t) == xt::row(table.before, t) ? 0 : 1;
  return count;
}

double left_by_decay(double weight_decay) {
  double left = 1;
  const Schedule lr = Training::lr();
  for (std::size_t step = 0; step < Training::updates; ++step)
    left *= 1 - lr(step) * weight_decay;
  return left;
}

// Fold: counts them without weight decay and with it
void unused_rows(Page& page) {
  for (const double weight_decay : {0.0, 0.1}) {
    const TrainedTable& table = french_tables(page)[weight_decay == 0 ? 0 : 1];
    const std::size_t used = table.longest, all = table.after.shape(0);
    page.print("weight decay {}\n", weight_decay);
    page.print("   rows that moved: {} of {} used, {} of {} never used\n",
               moved(table, 0, used), used, moved(table, used, all),
               all - used);
    if (weight_decay > 0) page.came_out(double(moved(table, used, all)));
    page.print("   a number of the last row: {:.5f} before, {:.5f} after\n",
               table.before(all - 1, 0), table.after(all - 1, 0));
  }
  page.print("what weight decay 0.1 leaves: {:.1f} %\n",
             100 * left_by_decay(0.1));
}
