// Real word vectors: neighbours, groups, and sums of words.

#include <array>

#include "course/stage/lesson.h"
#include "horloge/projection/trustworthiness.h"
#include "horloge/projection/tsne.h"
#include "looking.h"
#include "numpy_style.h"
#include "tables.h"
#include "word_vectors.h"

using horloge::Scatter;
using horloge::Tsne;
using horloge::TsneOptions;

// Step: neighbours
struct Neighbour {
  std::string word;
  double cosine;
};

// The words whose vectors point most nearly where v points. v (100)
std::vector<Neighbour> nearest_words(const Array& v, std::size_t count) {
  const Array cosines = xt::linalg::dot(glove().unit_rows(), v) /
                        std::sqrt(xt::sum(v * v)());  // (V)
  std::vector<Neighbour> found;
  for (const std::size_t i : largest_first(cosines, count))
    found.push_back({glove().word(i), cosines(i)});
  return found;
}

Array vector_of(const std::string& word) {
  return xt::row(glove().unit_rows(), glove().find(word));
}

// Fold: prints the nearest of eight words
void neighbours(Page& page) {
  page.print("{} words, vectors of {}\n\n", glove().size(),
             glove().rows().shape(1));
  for (const std::string word :
       {"cat", "king", "paris", "monday", "seven", "red", "hot", "position"}) {
    page.print("{:<8}", word);
    for (const Neighbour& n : nearest_words(vector_of(word), 6))
      if (n.word != word) page.print("  {} {:.2f}", n.word, n.cosine);
    page.print("\n");
  }
}

// Step: five_groups
// Fold: five_groups_of_seven, from data/words/groups.tsv
struct Groups {
  std::vector<std::string> words;
  Scatter picture;  // their groups, and no points yet
};

Groups five_groups_of_seven() {
  Groups all;
  for (const Group& group : read_groups("words/groups.tsv")) {
    if (all.picture.group_names.size() == 5) break;
    for (std::size_t i = 0; i < 7; ++i) {
      all.words.push_back(group.words[i]);
      all.picture.groups.push_back(all.picture.group_names.size());
    }
    all.picture.group_names.push_back(group.name);
  }
  return all;
}

// End fold
void five_groups(Page& page) {
  auto [words, picture] = five_groups_of_seven();
  const Array x = glove().rows_of(words);  // (35, 100)
  picture.points = pca_project(x, 2);
  picture.names = words;
  picture.title =
      fmt::format("PCA: {:.0f} % of the variance", 100 * share_of_two(x));
  page.show(picture);
}

// Step: five_groups_apart
void five_groups_apart(Page& page) {
  auto [words, picture] = five_groups_of_seven();
  const Array x = glove().rows_of(words);
  TsneOptions options;
  options.perplexity = 5;
  options.learning_rate = 5;
  picture.title = "t-SNE, perplexity 5";
  picture.points = horloge::tsne(x, options).points;
  page.show(picture);
  page.print("words whose nearest is of their own group: {} of 35\n",
             std::lround(35 * nearest_of_same_class(x, picture.groups)));
}

// Step: map_of_words
void map_of_words(Page& page) {
  const Array x = xt::view(glove().rows(), xt::range(0, 1000));
  // Fold: says how far it is, as 1000 points take a while
  TsneOptions options;
  options.progress = [&](std::size_t step, double) {
    stage::stop_if_interrupted();
    page.progress(fmt::format("step {} of 1000", step));
  };
  // End fold
  Scatter picture = points_of(horloge::tsne(x, options).points);
  picture.title = "The 1000 most frequent words, t-SNE, perplexity 30";
  for (const std::string word :
       {"monday", "seven", "france", "father", "police", "bank", "game"})
    picture.names[glove().find(word)] = word;
  page.show(picture);
  page.print("trustworthiness {:.2f}\n",
             horloge::trustworthiness(x, picture.points));
}

// Step: word_arithmetic
// Where a - b + c leads. The best word that is not in the question answers.
std::string analogy(const std::string& a, const std::string& b,
                    const std::string& c) {
  const Array v = vector_of(a) - vector_of(b) + vector_of(c);
  for (const Neighbour& n : nearest_words(v, 4))
    if (n.word != a && n.word != b && n.word != c) return n.word;
  return "";
}

// Fold: asks five questions, and for all capitals
void word_arithmetic(Page& page) {
  for (const auto& [a, b, c] :
       std::vector<std::array<std::string, 3>>{{"king", "man", "woman"},
                                               {"uncle", "man", "woman"},
                                               {"swam", "swim", "walk"},
                                               {"bigger", "big", "small"},
                                               {"paris", "france", "italy"}}) {
    const std::string question = fmt::format("{} - {} + {}", a, b, c);
    page.print("{:<22} = {:<8}", question, analogy(a, b, c));
    for (const Neighbour& n :
         nearest_words(vector_of(a) - vector_of(b) + vector_of(c), 3))
      page.print("  {} {:.2f}", n.word, n.cosine);
    page.print("\n");
  }

  const auto pairs = read_table("words/capitals.tsv", 2);
  std::size_t nearest = 0, right = 0;
  for (const auto& wanted : pairs) {
    nearest += nearest_words(vector_of(wanted[0]), 2)[1].word == wanted[1];
    for (const auto& known : pairs)
      if (known != wanted)
        right += analogy(known[1], known[0], wanted[0]) == wanted[1];
  }
  const std::size_t n = pairs.size();
  page.print("\ncapitals by the nearest word   {:3} of {}\n", nearest, n);
  page.print("capitals by arithmetic         {:3} of {}\n", right, n * (n - 1));
  page.came_out(100 * double(right) / double(n * (n - 1)));
}

// Step: countries
void countries(Page& page) {
  // Fold: reads the names of 20 countries and their capitals
  std::vector<std::string> ten, ten_more;
  for (const auto& row : read_table("words/capitals.tsv", 2)) {
    std::vector<std::string>& names = ten.size() < 20 ? ten : ten_more;
    if (names.size() < 20) names.insert(names.end(), row.begin(), row.end());
  }
  // End fold
  const Array known = glove().rows_of(ten);  // country, capital, country, …
  const Array others = glove().rows_of(ten_more);  // of these nothing is known
  const Array points = pca_project(known, 2);
  const Array new_points = pca_new_points(known, others, 2);
  // Fold: draws the first ten, and counts how many capitals lie above
  Scatter picture;
  picture.title = "Countries and their capitals, PCA";
  picture.group_names = {"countries", "capitals"};
  picture.names = ten;
  for (std::size_t n = 0; n < 20; ++n) picture.groups.push_back(n % 2);
  picture.points = points;
  page.show(picture);
  for (const auto& [name, y] :
       {std::pair<std::string, Array>{"these ten", points},
        {"ten others", new_points}}) {
    std::size_t above = 0;
    for (std::size_t n = 0; n < y.shape(0); n += 2)
      above += y(n + 1, 1) > y(n, 1);
    page.print("{}: {} of 10 capitals lie above their country\n", name, above);
  }
  // End fold
}
