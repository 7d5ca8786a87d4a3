// Attention over a long sequence needs no matrix of all its scores, and a step's memory is in
// proportion to its tokens. Times are not tested; the program that measures them is.

#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/gpt.h"
#include "bench/growth/figure.h"
#include "bench/growth/measure.h"
#include "bench/growth/series.h"
#include "horloge/core/buffer_pool.h"
#include "horloge/core/parallel.h"
#include "horloge/core/rng.h"
#include "horloge/ops/attention.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/program.h"

namespace {

using namespace horloge;
using test::expect_refused;
using test::Outcome;
using test::run_command;

// The most bytes of arrays at once that `work` needs beside those that are there already.
double peak_bytes(const std::function<void()>& work) {
  pool_clear();
  const std::size_t before = pool_used_bytes();
  work();
  return static_cast<double>(pool_peak_bytes() - before);
}

constexpr std::size_t H = 4, K = 16;

// Each thread needs memory for some rows of scores; here it is one.
double bytes_of_attention(std::size_t T, const AttentionOptions& options) {
  set_num_threads(1);
  const double bytes = peak_bytes([&] {
    const Tensor qkv(Rng(1).normal({1, T, 3 * H * K}), true);
    multi_head_self_attention(qkv, H, options).backward(Rng(2).normal({1, T, H * K}));
    EXPECT_TRUE(qkv.has_grad());
  });
  set_num_threads(0);
  return bytes;
}

struct Variant {
  const char* name;
  AttentionOptions options;
};

std::vector<Variant> variants(std::size_t T) {
  std::vector<Variant> all(7);
  all[0].name = "every query sees every key";
  all[1].name = "causal";
  all[1].options.is_causal = true;
  all[2].name = "some keys are padding";
  all[2].options.key_mask = Mask::from_shape({1, T});
  for (std::size_t j = 0; j < T; ++j) (*all[2].options.key_mask)(0, j) = j < T - 5;
  all[3].name = "dropout";
  all[3].options.dropout_p = 0.1;
  all[4].name = "a bias of the keys";
  all[4].options.bias = Tensor(Rng(3).normal({1, 1, 1, T}));
  all[5].name = "a learned bias of the keys";
  all[5].options.bias = Tensor(Rng(3).normal({1, 1, 1, T}), true);
  all[6].name = "a window";
  all[6].options.is_causal = true;
  all[6].options.window = 100;
  return all;
}

TEST(Growth, AttentionHoldsNoMatrixOfScores) {
  constexpr std::size_t T = 4096;
  constexpr double matrix_of_a_head = sizeof(real) * T * T;
  for (const auto& [name, options] : variants(T))
    EXPECT_LT(bytes_of_attention(T, options), matrix_of_a_head / 3) << name;
}

TEST(Growth, MemoryOfAttentionIsInProportionToItsKeys) {
  const std::vector<Variant> half = variants(1024), whole = variants(2048);
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_LT(bytes_of_attention(2048, whole[i].options),
              2.2 * bytes_of_attention(1024, half[i].options))
        << whole[i].name;
}

// The weights are kept for backward alone, if at all.
TEST(Growth, AttentionWithoutGradientsKeepsNothing) {
  constexpr std::size_t T = 256, B = 4;
  set_num_threads(1);
  const double bytes = peak_bytes([] {
    const Tensor qkv(Rng(1).normal({B, T, 3 * H * K}));
    multi_head_self_attention(qkv, H);
  });
  set_num_threads(0);
  EXPECT_LT(bytes, sizeof(real) * B * H * T * T / 2);
}

// What is asked for is held: this is what the tests above would see.
TEST(Growth, AttentionWithWeightsHoldsThem) {
  constexpr std::size_t T = 1024;
  const double bytes = peak_bytes([] {
    const Tensor q(Rng(1).normal({1, H, T, K}), true);
    attention_with_weights(q, q, q).y.backward(Rng(2).normal({1, H, T, K}));
  });
  EXPECT_GT(bytes, sizeof(real) * H * T * T);
}

double bytes_of_a_step(std::size_t T, std::size_t B) {
  return peak_bytes([&] { bench::Training({"", 64, T, 32, 2, 1, B}, "sinusoidal").step(0); });
}

TEST(Growth, MemoryOfAStepIsInProportionToItsTokens) {
  EXPECT_LT(bytes_of_a_step(1024, 1), 2.2 * bytes_of_a_step(512, 1));
  EXPECT_LT(bytes_of_a_step(64, 32), 2.2 * bytes_of_a_step(64, 16));
}

TEST(Growth, EachWorkloadIsMeasuredAlone) {
  const bench::Workload large{"", 65536, 16, 64, 2, 1, 2}, small{"", 64, 16, 64, 2, 1, 2};
  const bench::Cost of_large = bench::measure(large, 1, 0), of_small = bench::measure(small, 1, 0);
  EXPECT_LT(of_small.peak_megabytes, of_large.peak_megabytes / 2);
  EXPECT_GT(of_small.milliseconds, 0);
}

TEST(Growth, WhatCannotBeTrainedIsNamed) {
  EXPECT_THAT(test::error_of<std::runtime_error>([] {
                bench::measure({"", 64, 16, 30, 4, 1, 1}, 1, 0);  // 4 heads do not share 30 columns
              }),
              HasSubstr("training at T = 16, B = 1, D = 30, V = 64 came to no end"));
}

TEST(Growth, ExponentIsTheSlopeBetweenLogarithms) {
  EXPECT_NEAR(bench::exponent({1, 2, 4}, {3, 12, 48}), 2, 1e-12);
  EXPECT_NEAR(bench::exponent({64, 128}, {5, 5}), 0, 1e-12);
  EXPECT_NEAR(bench::exponent({1, 2, 4}, {1, 2, 16}), 2, 1e-12);  // 1 and 3: least squares
}

TEST(Growth, SeriesDoubleOneSizeAndHoldTheOthers) {
  const std::vector<bench::Series> all = bench::all_series(6);
  ASSERT_EQ(all.size(), 5U);
  for (const bench::Workload& w : all[0].workloads) EXPECT_EQ(w.batch_size * w.seq_len, 4096U);
  EXPECT_EQ(all[0].workloads.back().seq_len, 4096U);
  EXPECT_EQ(all[1].workloads.back().seq_len, 16384U);
  EXPECT_EQ(all[1].workloads.back().batch_size, 1U);
  EXPECT_EQ(all[2].workloads.back().batch_size, 64U);
  EXPECT_EQ(all[3].workloads.back().d_model, 1024U);
  EXPECT_EQ(all[3].workloads.back().num_heads, 64U);
  EXPECT_EQ(all[4].workloads.back().vocab_size, 65536U);
}

// Series with costs that nobody measured: time grows as the square, memory in proportion.
std::vector<bench::Series> made_up() {
  std::vector<bench::Series> all = bench::all_series(2);
  for (bench::Series& series : all)
    for (const std::size_t size : series.sizes) {
      const auto n = static_cast<double>(size);
      series.costs.push_back({n * n, n});
    }
  return all;
}

TEST(Growth, TableTellsTheExponents) {
  EXPECT_EQ(bench::table(made_up()[2]),
            "More sequences: T = 64, D = 128, H = 4, V = 64\n\n"
            "|     B | ms a step | tokens a second | peak MB | time ~ B^ | memory ~ B^ |\n"
            "| ----: | --------: | --------------: | ------: | --------: | ----------: |\n"
            "|     1 |      1.00 |           64000 |     1.0 |           |             |\n"
            "|     2 |      4.00 |           32000 |     2.0 |      2.00 |        1.00 |\n"
            "|     4 |     16.00 |           16000 |     4.0 |      2.00 |        1.00 |\n"
            "|   all |           |                 |         |      2.00 |        1.00 |\n");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Growth, FigureShowsEverySeriesTwice) {
  const std::vector<bench::Series> all = made_up();
  const std::string svg = bench::figure(all);
  EXPECT_EQ(count(svg, "<polyline"), 2 * all.size());
  EXPECT_EQ(count(svg, "<circle"), 2 * (all.size() * 3 + 2));  // one doubles twice more
  EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  for (const bench::Series& series : all) EXPECT_EQ(count(svg, ">" + series.name + "<"), 2U);
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0U);
}

// On logarithmic axes a power is a straight line.
TEST(Growth, FigureIsLogarithmic) {
  const std::string svg = bench::figure(made_up());
  std::size_t at = 0;
  for (std::size_t curve = 0; curve < 10; ++curve) {
    at = svg.find("points=\"", at) + 8;
    std::istringstream in(svg.substr(at, svg.find('"', at) - at));
    std::array<double, 3> x{}, y{};
    char comma = 0;
    for (std::size_t i = 0; i < 3; ++i) in >> x[i] >> comma >> y[i];
    EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.21) << "curve " << curve;
    EXPECT_NEAR(y[1] - y[0], y[2] - y[1], 0.21) << "curve " << curve;
    EXPECT_LT(y[2], y[0]) << "curve " << curve;
  }
}

Outcome run(const std::string& arguments) { return run_command(HORLOGE_GROWTH " " + arguments); }

TEST(Growth, ProgramPrintsTablesAndDraws) {
  const std::string path = testing::TempDir() + "growth.svg";
  const Outcome outcome = run("--doublings 1 --seconds 0 --threads 1 --figure " + path);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(count(outcome.text, "|   all |"), 5U) << outcome.text;
  std::ifstream in(path);
  std::string first;
  std::getline(in, first);
  EXPECT_THAT(first, testing::StartsWith("<svg "));
  std::remove(path.c_str());
}

TEST(Growth, ProgramSaysWhatIsWrong) {
  expect_refused(HORLOGE_GROWTH,
                 {{"--doublings 0", "growth: --doublings: Value 0 not in range "},
                  {"--threads none", "growth: "},
                  {"more", "growth: The following argument was not expected: more; --help shows"}});
}

}  // namespace
