#include "horloge/core/random_state.h"

#include "support/arrays.h"

// What is expected was printed by NumPy 1.24.2: numpy.random.RandomState with the same seed and the
// same calls.

namespace horloge {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

// One number for many, in which each bit of each counts:
//   for a in numbers: x = ((x ^ a) * 0x9E3779B97F4A7C15) % 2**64; x ^= x >> 32
class Digest {
 public:
  void add(std::uint64_t number) {
    value_ = (value_ ^ number) * 0x9E3779B97F4A7C15;
    value_ ^= value_ >> 32U;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

TEST(RandomState, StartsAsNumPyDoes) {
  RandomState samples(42);
  EXPECT_EQ(samples.random_sample(), 0x1.7f8771e5f51ecp-2);
  EXPECT_EQ(samples.random_sample(), 0x1.e6c4068bbd654p-1);
  EXPECT_EQ(samples.random_sample(), 0x1.76c7e8f1e6751p-1);
  RandomState normals(0xffffffff);
  // The last bit of a normal number is that of std::log, which a C library may round otherwise.
  samples = RandomState(0xffffffff);
  EXPECT_EQ(samples.random_sample(), 0x1.8fe69a3924820p-4);
  EXPECT_DOUBLE_EQ(normals.randn(), 0x1.4bfc38c486d8ap-1);
  EXPECT_DOUBLE_EQ(normals.randn(), 0x1.56b192e507eeep-1);
  EXPECT_DOUBLE_EQ(normals.randn(), -0x1.149e836f192fdp+0);
}

TEST(RandomState, KeepsOnAsNumPyDoes) {
  struct Expected {
    std::uint64_t seed;
    std::uint64_t samples;  // random_sample(10001) * 2**53
    std::uint64_t normals;  // round(randn(10001) * 2**32)
    std::uint64_t order;    // permutation(1000)
  };
  for (const Expected& want : std::vector<Expected>{
           {0, 0x4d9a9813b2e6b111, 0xecba4c3aa515ef19, 0xf8c39a0cccedd760},
           {1, 0x5d551e9fca7e7d87, 0xfadda318104eb184, 0xecb66996522892c6},
           {42, 0x31f6208329352b1e, 0xa29f7badcef65e0b, 0x32910b0cea3b862c},
           {20240229, 0x44deb141c10327fc, 0x47b2391f566c4d1b, 0x549bc121e67d0e80},
           {4294967295, 0x6e6c6868433b894a, 0xc44e737fb7ce1902, 0x62d8d9989b9544c0},
       }) {
    RandomState random(want.seed);
    Digest samples;
    Digest normals;
    Digest order;
    for (int i = 0; i < 10001; ++i)
      samples.add(static_cast<std::uint64_t>(random.random_sample() * 0x1p53));
    for (int i = 0; i < 10001; ++i)
      normals.add(static_cast<std::uint64_t>(std::llrint(random.randn() * 0x1p32)));
    for (const std::size_t i : random.permutation(1000)) order.add(i);
    EXPECT_EQ(samples.value(), want.samples) << want.seed;
    EXPECT_EQ(normals.value(), want.normals) << want.seed;
    EXPECT_EQ(order.value(), want.order) << want.seed;
  }
}

// A range of one number draws nothing, one of up to 2^32 a word for each try, a larger one two. The
// word that follows tells whether as many were drawn.
TEST(RandomState, IntegersOfEveryRange) {
  struct Expected {
    std::int64_t low, high;
    std::uint64_t digest;  // randint(low, high, size=10000)
    std::int64_t next;     // randint(0, 2**32)
  };
  for (const Expected& want : std::vector<Expected>{
           {0, 1, 0x0000000000000000, 0x96881e88},
           {0, 2, 0xd5f768f1748190d9, 0xb755a375},
           {0, 10, 0x1fff4deb9e3e0dd1, 0x8bc5de7e},
           {-5, 250, 0x353f08f935ee0f3c, 0x4f6aff60},
           {0, 256, 0xebc6c895f81ffe34, 0xb755a375},
           {0, 1000, 0x7424ab760d01af12, 0x7ae96c22},
           {0, 65536, 0x0a740a5ea42fd94b, 0xb755a375},
           {0, 65537, 0xe31be512827a8247, 0x6f240ac7},
           {-7, 2147483648, 0x5e5c6a7ae0cf7f6c, 0x64687384},
           {0, 4294967295, 0x96dcbc275fec4794, 0xb755a375},
           {0, 4294967296, 0x96dcbc275fec4794, 0xb755a375},
           {0, 4294967297, 0x4264181e00ff1601, 0xe94b271f},
           {-3, 1099511627776, 0x8f053fbf174cf3ca, 0xeb0481d1},
           {0, highest, 0x478674f59ca3a3f8, 0x4bc543e0},
           {lowest, highest, 0x5209efd7cb3e5fa2, 0x4bc543e0},
       }) {
    RandomState random(2024);
    Digest digest;
    for (const std::int64_t x : random.randint(want.low, want.high, {10, 1000}))
      digest.add(static_cast<std::uint64_t>(x));
    EXPECT_EQ(digest.value(), want.digest) << want.low << " " << want.high;
    EXPECT_EQ(random.randint(0, std::int64_t{1} << 32U), want.next) << want.low << " " << want.high;
  }
}

// Of three normal numbers the fourth is left over: it waits while other numbers are drawn.
TEST(RandomState, CallsMayBeMixed) {
  RandomState random(42);
  random.randn({3});
  EXPECT_EQ(random.randint(0, 10, {3}), (Ids{6, 9, 2}));
  EXPECT_DOUBLE_EQ(random.randn(), 0x1.85e548e01aa2bp+0);
  EXPECT_DOUBLE_EQ(random.randn(), -0x1.83914fcaaa298p-4);
  EXPECT_EQ(random.random_sample(), 0x1.55b7b5ccf1562p-2);
  EXPECT_EQ(random.permutation(6), (std::vector<std::size_t>{0, 5, 3, 1, 4, 2}));
  EXPECT_EQ(random.uniform(-2, 3), -0x1.ff00d062e8733p+0);
  EXPECT_EQ(random.uniform(-2, 3), 0x1.7b03f11eac1fcp+1);
  EXPECT_DOUBLE_EQ(random.normal(5, 0.5), 0x1.22470a4ad7f34p+2);
  EXPECT_DOUBLE_EQ(random.normal(5, 0.5), 0x1.6ecbcd3328b50p+2);
  EXPECT_DOUBLE_EQ(random.normal(5, 0.5), 0x1.713d272bf8a72p+2);
  EXPECT_EQ(random.randint(0, std::int64_t{1} << 40U), 1084186948331);
  EXPECT_DOUBLE_EQ(random.randn(), 0x1.6c1518a393099p-6);
}

// RandomState(42): m = randn(1000, 128) * 0.01, then randint(0, 1000, size=(4, 10)).
TEST(RandomState, TableAndIdsFromOneStream) {
  RandomState random(42);
  const Array table = random.normal(0, 0.01, {1000, 128});
  const std::vector<double> row = {-0x1.316eea6efd417p-12, 0x1.47aae751a8a7ap-8,
                                   -0x1.3d276b6ca17b6p-7, 0x1.90a18740eaa2ap-8,
                                   -0x1.b6d734203d118p-7};
  for (std::size_t j = 0; j < row.size(); ++j)
    EXPECT_NEAR(static_cast<double>(table(348, j)), row[j], test::bound(1e-9, 1e-17));
  EXPECT_EQ(random.randint(0, 1000, {4, 10}),
            (Ids{{348, 434, 876, 413, 494, 688, 728, 785, 63, 763},
                 {490, 293, 654, 605, 445, 130, 683, 894, 278, 66},
                 {165, 858, 819, 846, 742, 625, 747, 315, 339, 242},
                 {668, 549, 896, 884, 748, 730, 581, 490, 987, 235}}));
}

TEST(RandomState, ArraysAreTheSameNumbersRowByRow) {
  RandomState one(5);
  RandomState many(5);
  const auto expect_same = [](const Array& all, auto draw) {
    for (const real x : all) EXPECT_EQ(x, static_cast<real>(draw()));
  };
  expect_same(many.random_sample({2, 3}), [&] { return one.random_sample(); });
  expect_same(many.randn({3, 1, 3}), [&] { return one.randn(); });
  expect_same(many.normal(1, 2, {4}), [&] { return one.normal(1, 2); });
  expect_same(many.uniform(-1, 1, {5}), [&] { return one.uniform(-1, 1); });
  EXPECT_EQ(many.randn({0, 4}).size(), 0U);
  EXPECT_EQ(many.randn(Shape{}).dimension(), 0U);
}

TEST(RandomState, ShufflesAlongTheFirstAxis) {
  RandomState random(3);
  Array x = array_of({4, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  random.shuffle(x);
  EXPECT_TRUE(same(x, array_of({4, 3}, {9, 10, 11, 3, 4, 5, 0, 1, 2, 6, 7, 8})));
  Ids y = arange(5);
  random.shuffle(y);
  EXPECT_EQ(y, (Ids{1, 2, 4, 0, 3}));
  // Nothing is drawn where there is nothing to choose.
  EXPECT_TRUE(random.permutation(0).empty());
  EXPECT_EQ(random.permutation(1), (std::vector<std::size_t>{0}));
  Ids nothing = Ids::from_shape({0, 2});
  random.shuffle(nothing);
  EXPECT_EQ(random.randint(0, 1000), 789);
}

TEST(RandomState, RefusesWhatNumPyRefuses) {
  EXPECT_ERROR(RandomState(std::uint64_t{1} << 32U), ValueError,
               "[RandomState] the seed must be between 0 and 2^32 - 1, got 4294967296");
  RandomState random(0);
  EXPECT_ERROR(random.randint(3, 3), ValueError,
               "[RandomState::randint] low must be below high, got 3 and 3");
  EXPECT_ERROR(random.normal(0, -1), ValueError, "must not be negative, got -1");
  EXPECT_ERROR(random.normal(0, -0.0, {2}), ValueError, "must not be negative");
  EXPECT_ERROR(random.normal(0, std::nan("")), ValueError, "must not be negative, got nan");
  EXPECT_ERROR(random.uniform(0, INFINITY), ValueError, "must be finite: 0 to inf");
  EXPECT_ERROR(random.uniform(-1e308, 1e308, {2}), ValueError, "must be finite");
  Array scalar = zeros({});
  EXPECT_ERROR(random.shuffle(scalar), ShapeError, "needs an axis to shuffle, got ()");
  EXPECT_EQ(random.random_sample(), RandomState(0).random_sample());  // nothing was drawn
}

}  // namespace
}  // namespace horloge
