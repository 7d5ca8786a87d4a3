// Number by number.

#include "exercises/experiment_length/answer.h"

using namespace horloge;

double squares(const Array& table, std::size_t p, std::size_t q) {
  double sum = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    sum += (table(p, j) - table(q, j)) * (table(p, j) - table(q, j));
  return sum;
}

Length measure_length(const MakeTable& make_table, std::size_t shorter,
                      std::size_t max_seq_len) {
  const Array before = make_table(shorter);
  const Array table = make_table(max_seq_len);
  double change = 0, sum = 0, step = 0;
  std::vector<double> distances;
  for (std::size_t p = 0; p < max_seq_len; ++p) {
    for (std::size_t j = 0; j < table.shape(1); ++j) {
      sum += table(p, j);
      if (p < shorter)
        change = std::max(change, std::abs(table(p, j) - before(p, j)));
    }
    for (std::size_t q = p + 1; q < max_seq_len; ++q)
      distances.push_back(squares(table, p, q));
    if (p > 0) step = std::max(step, squares(table, p - 1, p));
  }
  std::sort(distances.begin(), distances.end());
  return {change, std::sqrt(distances.front()), std::sqrt(step),
          sum / double(table.size())};
}

LengthFindings experiment_length(const MakeTable& make_table,
                                 const std::vector<std::size_t>& lengths) {
  const std::size_t first = lengths.front();
  const Length a = measure_length(make_table, first, first);
  Length b = a;
  bool stay = true;
  for (const std::size_t length : lengths) {
    b = measure_length(make_table, first, length);
    stay = stay && b.change < 1e-6;
  }
  return {stay, b.nearest / a.nearest < 0.9,
          b.mean * b.mean < 0.81 * a.mean * a.mean};
}
