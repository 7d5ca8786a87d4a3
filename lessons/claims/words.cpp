#include "words.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <sstream>
#include <string>

#include "horloge/core/shape.h"
#include "horloge/core/xtensor.h"
#include "horloge/io/safetensors.h"

using horloge::Array;

GroupedWords grouped_words() {
  const std::string folder = HORLOGE_DATA_DIR "/words/";
  const Array vectors =
      horloge::read_safetensors(folder + "vectors.safetensors")
          .at("vectors")
          .to_array();
  std::map<std::string, std::size_t> place;
  std::ifstream words(folder + "words.txt"), groups(folder + "groups.tsv");
  for (std::string word; std::getline(words, word);)
    place.emplace(word, place.size());

  GroupedWords all{horloge::zeros({35, vectors.shape(1)}), {}};
  std::string line;
  std::getline(groups, line);  // names of the columns
  while (all.groups.size() < 35 && std::getline(groups, line)) {
    std::istringstream in(line);
    std::string word;
    in >> word;  // the name of the group
    const std::size_t group = all.groups.size() / 7;
    for (std::size_t i = 0; i < 7 && in >> word; ++i) {
      xt::view(all.rows, all.groups.size()) = xt::view(vectors, place.at(word));
      all.groups.push_back(group);
    }
  }
  return all;
}

std::size_t nearest_of_own_group(const Array& points,
                                 const std::vector<std::size_t>& groups) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Array far = xt::sum(xt::square(points - xt::view(points, i)), 1);
    far(i) = std::numeric_limits<horloge::real>::infinity();
    count += groups[xt::argmin(far)()] == groups[i] ? 1 : 0;
  }
  return count;
}

std::vector<double> group_distances(const Array& points,
                                    const std::vector<std::size_t>& groups) {
  const std::size_t count = *std::max_element(groups.begin(), groups.end()) + 1;
  Array centres = horloge::zeros({count, points.shape(1)});
  for (std::size_t i = 0; i < groups.size(); ++i)
    xt::view(centres, groups[i]) +=
        xt::view(points, i) / static_cast<horloge::real>(std::count(
                                  groups.begin(), groups.end(), groups[i]));
  std::vector<double> distances;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) {
      const Array apart = xt::view(centres, a) - xt::view(centres, b);
      distances.push_back(std::sqrt(xt::sum<double>(apart * apart)()));
    }
  return distances;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = double(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += std::pow(a[i] - mean_a, 2);
    bb += std::pow(b[i] - mean_b, 2);
  }
  return ab / std::sqrt(aa * bb);
}
