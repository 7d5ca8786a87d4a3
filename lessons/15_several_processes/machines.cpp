// What many machines are worth, on paper.

#include <utility>

#include "course/stage/lesson.h"

using namespace horloge;

// Step: weak_scaling
struct Wire {
  double latency, bandwidth;  // seconds, bytes a second
};

// Seconds of a ring of n machines for so many bytes.
double ring(double n, double bytes, const Wire& wire) {
  return 2 * (n - 1) / n * bytes / wire.bandwidth + 2 * (n - 1) * wire.latency;
}

// Of a step: `work` are the seconds of one machine for its own batch.
double step_seconds(double n, double work, double bytes, double buckets,
                    const Wire& wire) {
  const double bucket = ring(n, bytes / buckets, wire);
  const double hidden = work * 2 / 3 * (buckets - 1) / buckets;
  return work + std::max(bucket, buckets * bucket - hidden);
}

// Fold: the table
void weak_scaling(Page& page) {
  struct Model {
    const char* name;
    double work, bytes, buckets;
  };
  const Model models[] = {{"0.8 million parameters", 0.0123, 3.24e6, 1},
                          {"10.7 million", 0.177, 42.8e6, 11}};
  const std::pair<int, Wire> wires[] = {{10, {50e-6, 10e9 / 8}},
                                        {100, {10e-6, 100e9 / 8}}};
  page.print("{:<26}{:>7}{:>16}{:>14}{:>14}\n", "ms a step (own work)",
             "Gbit/s", "8 machines", "64", "512");
  for (const Model& m : models)
    for (const auto& [gigabits, wire] : wires) {
      page.print("{:<26}{:>7}", m.name, gigabits);
      for (const double n : {8, 64, 512}) {
        const double t = step_seconds(n, m.work, m.bytes, m.buckets, wire);
        page.print("{:>{}}",
                   fmt::format("{:.3g} ({:.0f} %)", 1000 * t, 100 * m.work / t),
                   n < 10 ? 16 : 14);
      }
      page.print("\n");
    }
}
