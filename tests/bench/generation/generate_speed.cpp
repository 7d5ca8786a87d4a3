#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <CLI/CLI.hpp>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "bench/generation/llama.h"
#include "bench/run.h"
#include "horloge/core/parallel.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/lanes.h"
#include "horloge/models/models.h"
#include "horloge/nn/bfloat16.h"

namespace {

using namespace horloge;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Options {
  bench::LlamaSize size = bench::llama_sizes().front();
  std::string folder, ids_file;
  std::size_t tokens = 100;
  int threads = 1;
  bench::Weights weights = bench::Weights::floats;
};

// Bytes a second that a plain loop reads from memory that fits into no cache.
double read_bandwidth(int threads) {
  set_num_threads(threads);
  using V = Vector<lanes>::type;
  const Array x = ones({std::size_t{128} << 20U});
  double best = 0;
  std::atomic<bool> wrong{false};
  for (int round = 0; round < 5; ++round) {
    const auto begin = Clock::now();
    parallel_for(x.size(), std::size_t{1} << 20U, [&](std::size_t first, std::size_t last) {
      V sum[8] = {};
      for (std::size_t i = first; i < last; i += 8 * lanes)
        for (std::size_t v = 0; v < 8; ++v) sum[v] += vector_at<lanes>(x.data() + i + v * lanes);
      for (const V& part : sum) wrong = wrong || part[0] < 0;  // so that all of it is computed
    });
    best = std::max(best, static_cast<double>(x.size() * sizeof(float)) / seconds_since(begin));
  }
  if (wrong) throw std::logic_error("a sum of ones is not negative");
  return best;
}

// As llama2.c counts: from the first new token to the last.
void generate(const Options& o) {
  set_num_threads(o.threads);
  const auto model = load_pretrained(o.folder);
  keep_bfloat16(*model);
  const Ids first = {{1}};
  Clock::time_point begin;
  std::vector<std::int64_t> ids;
  const auto hear = [&](const Ids& next) {
    if (ids.empty()) begin = Clock::now();
    ids.push_back(next(0, 0));
  };
  (void)model->generate(first, GenerateOptions().with_max_new_tokens(o.tokens).with_on_token(hear));
  fmt::print("peer=horloge size={} threads={} tokens_per_second={:.1f}\n", o.size.name, o.threads,
             static_cast<double>(ids.size() - 1) / seconds_since(begin));
  if (o.ids_file.empty()) return;
  std::ofstream out(o.ids_file);
  for (const std::int64_t id : ids) fmt::print(out, "{}\n", id);
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{} cannot be written", o.ids_file));
}

// A text of so many tokens, read at once and token by token.
void read_prompt(const Options& o) {
  set_num_threads(o.threads);
  const auto model = load_pretrained(o.folder);
  const NoGrad no_grad;
  const Ids ids = Rng(1).integers({1, o.tokens}, 2, static_cast<std::int64_t>(o.size.vocab_size));
  const auto read = [&](std::size_t at_once) {
    DecodingCache cache;
    ModelInput in;
    in.cache = &cache;
    const auto begin = Clock::now();
    for (std::size_t t = 0; t < o.tokens; t += at_once) {
      in.ids = Ids::from_shape({std::size_t{1}, std::min(at_once, o.tokens - t)});
      std::copy_n(ids.data() + t, in.ids.size(), in.ids.data());
      (void)model->forward(in);
    }
    return seconds_since(begin);
  };
  (void)read(o.tokens);
  const double at_once = read(o.tokens), one_by_one = read(1);
  fmt::print("peer=prompt size={} threads={} at_once={:.1f} one_by_one={:.1f}\n", o.size.name,
             o.threads, static_cast<double>(o.tokens) / at_once,
             static_cast<double>(o.tokens) / one_by_one);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Writes models of random weights, and tells how fast horloge generates with them.",
               "generate_speed"};
  Options o;
  std::vector<std::string> names;
  for (const auto& size : bench::llama_sizes()) names.push_back(size.name);
  const auto choose = [&o](const std::string& name) {
    for (const auto& size : bench::llama_sizes())
      if (size.name == name) o.size = size;
  };
  const auto add = [&](const char* name, const char* what) {
    CLI::App* const command = app.add_subcommand(name, what);
    command->add_option_function<std::string>("SIZE", choose, "toy, middle or gpt2")
        ->required()
        ->check(CLI::IsMember(names));
    return command;
  };
  const auto add_measured = [&](const char* name, const char* what) {
    CLI::App* const command = add(name, what);
    bench::add_threads(*command, o.threads);
    return command;
  };
  const auto add_run = [&](const char* name, const char* what) {
    CLI::App* const command = add_measured(name, what);
    command->add_option("FOLDER", o.folder, "where `write` wrote it")->required();
    command->add_option("--tokens", o.tokens, "how many")
        ->capture_default_str()
        ->check(CLI::Range(std::size_t{2}, std::size_t{512}));
    return command;
  };
  const auto add_bfloat16 = [&](CLI::App* command) {
    command->add_flag_callback(
        "--bfloat16", [&o] { o.weights = bench::Weights::bfloat16; },
        "weights that are rounded to bfloat16");
  };
  CLI::App* const write = add("write", "writes a model for horloge and for llama2.c");
  write->add_option("FOLDER", o.folder, "where to")->required();
  add_bfloat16(write);
  CLI::App* const run = add_run("generate", "generates tokens, the most likely one each time");
  run->add_option("--ids", o.ids_file, "write the tokens to this file");
  CLI::App* const prompt = add_run("prompt", "reads a text at once, and token by token");
  CLI::App* const memory =
      add_measured("memory", "the bytes of a token, and the bandwidth of the memory");
  add_bfloat16(memory);
  app.require_subcommand(1);
  return bench::run(app, argc, argv, [&] {
    if (*write) bench::write_random_llama(o.size, o.folder, o.weights);
    if (*run) generate(o);
    if (*prompt) read_prompt(o);
    if (*memory)
      fmt::print("peer=memory size={} threads={} bytes={} bandwidth={:.3e}\n", o.size.name,
                 o.threads, o.size.bytes(o.weights), read_bandwidth(o.threads));
  });
}
