#include "measured.h"

const std::vector<Result>& measured() {
  static const std::vector<Result> results =
      read_results(HORLOGE_DATA_DIR "/comparison/five_seeds.tsv");
  return results;
}
