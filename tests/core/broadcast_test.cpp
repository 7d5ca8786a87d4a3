#include "horloge/core/broadcast.h"

#include <utility>
#include <vector>

#include "support/threads.h"

namespace horloge {
namespace {

// Where element `at` of a result of shape `out` finds its number in an operand: the index taken
// apart axis by axis, last first.
std::size_t place(std::size_t at, const Shape& out, const Shape& operand) {
  std::size_t offset = 0;
  std::size_t volume = 1;
  for (std::size_t back = 1; back <= out.size(); ++back) {
    const std::size_t size = out[out.size() - back];
    const std::size_t i = at % size;
    at /= size;
    if (back > operand.size()) continue;
    const std::size_t own = operand[operand.size() - back];
    offset += (own == 1 ? 0 : i) * volume;
    volume *= own;
  }
  return offset;
}

template <class F>
Array naive_apply(const Array& a, const Array& b, const F& f) {
  Array y = empty(broadcast_shape(a.shape(), b.shape(), "naive"));
  for (std::size_t i = 0; i < y.size(); ++i)
    y.data()[i] =
        f(a.data()[place(i, y.shape(), a.shape())], b.data()[place(i, y.shape(), b.shape())]);
  return y;
}

// A shape of up to `axes` axes, and two operands that broadcast to it: axes become 1, or leading
// ones go missing. One size in ten is 0.
struct Drawn {
  Shape a, b;
};

Drawn draw(Rng& rng, std::size_t axes, std::size_t largest) {
  Shape full_shape;
  for (std::size_t i = rng.below(axes + 1); i > 0; --i)
    full_shape.push_back(rng.below(10) == 0 ? 0 : 1 + rng.below(largest));
  const auto part = [&] {
    Shape s(full_shape.begin() + static_cast<std::ptrdiff_t>(
                                     rng.below(3) == 0 ? rng.below(full_shape.size() + 1) : 0),
            full_shape.end());
    for (std::size_t& size : s)
      if (rng.below(3) == 0) size = 1;
    return s;
  };
  Drawn drawn;
  drawn.a = part();
  drawn.b = part();
  return drawn;
}

constexpr auto combine = [](real a, real b) { return a - 2 * b; };

TEST(BroadcastApply, AgreesWithTheOdometer) {
  Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    const auto [sa, sb] = draw(rng, 6, 4);
    const Array a = rng.normal(sa);
    const Array b = rng.normal(sb);
    ASSERT_TRUE(same_bits(broadcast_apply(a, b, "f", combine), naive_apply(a, b, combine)))
        << to_string(sa) << " with " << to_string(sb);
  }
}

TEST(BroadcastApply, HasTheSameBitsWithAnyThreads) {
  const std::vector<std::pair<Shape, Shape>> shapes = {
      {{100003}, {100003}},  {{100003}, {}},         {{}, {70000}},
      {{300, 301}, {301}},   {{300, 301}, {300, 1}}, {{7, 1, 100, 33}, {50, 1, 33}},
      {{100000, 1}, {1, 2}}, {{1, 2}, {100000, 1}},  {{3, 50000}, {1, 50000}}};
  for (const auto& [sa, sb] : shapes) {
    const Array a = Rng(2).normal(sa);
    const Array b = Rng(3).normal(sb);
    EXPECT_TRUE(
        same_with_any_threads([&] { return std::vector{broadcast_apply(a, b, "f", combine)}; }));
    EXPECT_TRUE(same_bits(broadcast_apply(a, b, "f", combine), naive_apply(a, b, combine)))
        << to_string(sa) << " with " << to_string(sb);
  }
}

TEST(BroadcastApply, NamesWhoAsked) {
  EXPECT_ERROR(broadcast_apply(zeros({2, 3}), zeros({4}), "add", combine), ShapeError,
               "[add] shapes do not broadcast: (2, 3) against (4,)");
}

TEST(SumTo, UndoesBroadcasting) {
  Rng rng(4);
  for (int i = 0; i < 3000; ++i) {
    const auto [sa, sb] = draw(rng, 6, 4);
    const Array x = rng.normal(broadcast_shape(sa, sb, "f"));
    std::vector<double> sum(element_count(sa), 0);
    for (std::size_t j = 0; j < x.size(); ++j)
      sum[place(j, x.shape(), sa)] += static_cast<double>(x.data()[j]);
    Array want = empty(sa);
    std::transform(sum.begin(), sum.end(), want.data(), [](double v) { return real(v); });
    ASSERT_TRUE(test::near(sum_to(x, sa), want, test::bound(2e-5, 1e-13)))
        << to_string(x.shape()) << " to " << to_string(sa);
  }
}

TEST(SumTo, KeepsManySmallNumbersInOneRow) {
  const Array x = full({1 << 20}, real{0.1F});
  EXPECT_NEAR(sum_to(x, {})() / 104857.6016, 1, 1e-7);
}

TEST(SumTo, HasTheSameBitsWithAnyThreads) {
  for (const Shape& shape : {Shape{}, Shape{70}, Shape{900, 1}, Shape{900, 70}}) {
    const Array x = Rng(5).normal({900, 70});
    EXPECT_TRUE(same_with_any_threads([&] { return std::vector{sum_to(x, shape)}; }));
  }
}

TEST(SumTo, RefusesAShapeThatNothingWasBroadcastFrom) {
  EXPECT_ERROR(sum_to(zeros({2, 3}), {4}), ShapeError, "[sum_to] shapes do not broadcast");
  EXPECT_ERROR(sum_to(zeros({3}), {2, 3}), ShapeError,
               "[sum_to] (2, 3) does not broadcast to (3,), so (3,) cannot be summed to it");
  EXPECT_ERROR(sum_to(zeros({}), {1}), ShapeError, "[sum_to] (1,) does not broadcast to ()");
  EXPECT_ERROR(sum_to(zeros({1, 3}), {2, 3}), ShapeError, "[sum_to]");
}

TEST(BroadcastTo, RepeatsNumbers) {
  Rng rng(6);
  for (int i = 0; i < 1000; ++i) {
    const auto [sa, sb] = draw(rng, 5, 4);
    const Array x = rng.normal(sa);
    const Shape target = broadcast_shape(sa, sb, "f");
    ASSERT_TRUE(same_bits(broadcast_to(x, target, "f"),
                          naive_apply(x, zeros(target), [](real v, real) { return v; })));
  }
}

TEST(BroadcastTo, NamesWhatItCannotReach) {
  EXPECT_ERROR(broadcast_to(zeros({2, 3}), {3}, "expand"), ShapeError,
               "[expand] (2, 3) does not broadcast to (3,)");
  EXPECT_ERROR(broadcast_to(zeros({2}), {1}, "expand"), ShapeError, "[expand]");
  EXPECT_ERROR(broadcast_to(zeros({2}), {3}, "expand"), ShapeError,
               "[expand] shapes do not broadcast");
}

TEST(MapArray, VisitsEveryElement) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{3, 5}, Shape{3, 40001}}) {
    const Array x = Rng(7).normal(shape);
    const auto twice = [&] { return map_array(x, [](real v) { return 2 * v; }); };
    EXPECT_TRUE(same_bits(twice(), naive_apply(x, x, [](real v, real) { return 2 * v; })));
    EXPECT_TRUE(same_with_any_threads([&] { return std::vector{twice()}; }));
  }
}

TEST(ZipArrays, PairsElements) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{3, 5}, Shape{3, 40001}}) {
    const Array a = Rng(8).normal(shape);
    const Array b = Rng(9).normal(shape);
    const auto both = [&] { return zip_arrays(a, b, combine); };
    EXPECT_TRUE(same_bits(both(), naive_apply(a, b, combine)));
    EXPECT_TRUE(same_with_any_threads([&] { return std::vector{both()}; }));
  }
}

}  // namespace
}  // namespace horloge
