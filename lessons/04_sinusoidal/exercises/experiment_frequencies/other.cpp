// On whole columns, and with the turns added up step by step.

#include "exercises/experiment_frequencies/answer.h"

using namespace horloge;

Array column(const Array& table, std::size_t j) {
  return xt::view(table, xt::all(), j);
}

Array differences(const Array& numbers) {
  return xt::view(numbers, xt::range(1, xt::placeholders::_)) -
         xt::view(numbers, xt::range(0, -1));
}

double turns(const Array& table, std::size_t i) {
  double angle = 0;
  for (std::size_t t = 1; t < table.shape(0); ++t) {
    const double s = table(t, 2 * i), c = table(t, 2 * i + 1);
    const double before_s = table(t - 1, 2 * i);
    const double before_c = table(t - 1, 2 * i + 1);
    angle +=
        std::atan2(s * before_c - c * before_s, c * before_c + s * before_s);
  }
  return angle / (4 * std::acos(0.0));
}

Waves measure_waves(const Array& table) {
  Waves waves;
  waves.first_slow = table.shape(1) / 2;
  for (std::size_t j = table.shape(1); j-- > 0;) {
    const Array below = xt::cast<real>(column(table, j) < 0);
    const Array steps = differences(column(table, j));
    const double changes = xt::sum(xt::abs(differences(below)))();
    waves.crossings.insert(waves.crossings.begin(), std::size_t(changes));
    if (xt::amin(steps)() > 0 || xt::amax(steps)() < 0)
      waves.one_way.insert(waves.one_way.begin(), j);
    if (j % 2 == 0 && turns(table, j / 2) < 1) waves.first_slow = j / 2;
  }
  return waves;
}

FrequencyFindings experiment_frequencies(const Array& table) {
  const Waves waves = measure_waves(table);
  bool slower = true, pace = true;
  int balance = 0;
  for (std::size_t j = 0; j < waves.crossings.size(); j += 2) {
    const auto here = int(waves.crossings[j]);
    const auto beside = int(waves.crossings[j + 1]);
    slower = slower && (j == 0 || here <= int(waves.crossings[j - 2]));
    pace = pace && std::abs(here - beside) <= 1;
    balance += turns(table, j / 2) < 1 ? 1 : -1;
  }
  return {slower, pace, balance > 0};
}
