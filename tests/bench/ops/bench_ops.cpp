// How fast the operations are, beside what one core of the machine can do at most. Takes the
// options of Google Benchmark: --benchmark_filter=softmax, --benchmark_repetitions=5 …

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <vector>

#include "bench/ops/machine.h"
#include "bench/ops/ops.h"
#include "horloge/core/parallel.h"

namespace {

std::string giga(double number) { return fmt::format("{:.1f} billion a second", number / 1e9); }

void describe_machine() {
  const bench::Peaks& peaks = bench::peaks();
  benchmark::AddCustomContext("floating-point operations", giga(peaks.flops));
  benchmark::AddCustomContext("those of a matrix product", giga(peaks.gemm_flops));
  benchmark::AddCustomContext("exponentials", giga(peaks.exponentials));
  benchmark::AddCustomContext("bytes in the second cache",
                              giga(bench::bandwidth(bench::second_cache)));
  benchmark::AddCustomContext("bytes in memory", giga(bench::bandwidth(bench::large_memory)));
}

}  // namespace

int main(int argc, char** argv) {
  char table[] = "--benchmark_counters_tabular=true";
  char seconds[] = "--benchmark_min_time=0.2";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1,
                   {table, seconds});  // what is asked for stands later, and wins
  auto count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;

  horloge::set_num_threads(1);
  describe_machine();
  for (const bench::Workload& workload : bench::workloads()) bench::add_ops(workload);
  bench::add_large_vocabulary();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
