// lessons/numpy_to_xtensor.md: each of its lines compiles with what an answer includes, and gives
// what NumPy gives.

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "course/exercise/exercise.h"

namespace {

using namespace horloge;
using xt::placeholders::_;

class NumpyToXtensor : public testing::Test {
 protected:
  static void expect(const Array& got, const Array& want) {
    ASSERT_EQ(got.shape(), want.shape());
    EXPECT_TRUE(xt::allclose(got, want)) << got;
  }

  Array x = {{1, 2, 3}, {4, 5, 6}};
  Array y = {{0, 1, 0}, {1, 0, 2}};
  Array v = {0, 1, 2};
  Array w = {1, -1};
  std::size_t n = 1;

  Array a;
  real s = 0;
  Ids i;
  Mask m;
  bool b = false;
};

TEST_F(NumpyToXtensor, Making) {
  a = {{1, 2}, {3, 4}};
  EXPECT_EQ(a.shape(), (Shape{2, 2}));
  EXPECT_EQ(a(1, 0), 3);
  a = zeros({2, 3});
  expect(a, Array{{0, 0, 0}, {0, 0, 0}});
  a = xt::full_like(x, 7);
  expect(a, Array{{7, 7, 7}, {7, 7, 7}});
  a = Array::from_shape({2, 3});
  EXPECT_EQ(a.shape(), (Shape{2, 3}));
  a = xt::eye<real>(3);
  expect(a, Array{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  a = xt::arange<real>(0, 6, 2);
  expect(a, Array{0, 2, 4});
  a = xt::linspace<real>(0, 1, 5);
  expect(a, Array{0, 0.25, 0.5, 0.75, 1});
  a = x;
  a(0, 0) = 9;
  EXPECT_EQ(x(0, 0), 1);
}

TEST_F(NumpyToXtensor, Reading) {
  x.shape(), x.dimension();
  EXPECT_EQ(x.dimension(), 2U);
  a = xt::row(x, 1);
  expect(a, Array{4, 5, 6});
  a = xt::view(x, xt::all(), 1);
  expect(a, Array{2, 5});
  a = xt::view(x, xt::all(), xt::range(1, _));
  expect(a, Array{{2, 3}, {5, 6}});
  xt::view(x, xt::all(), xt::range(0, _, 2)) = 0;
  expect(x, Array{{0, 2, 0}, {0, 5, 0}});
  x(1, 2) = 5;
  expect(x, Array{{0, 2, 0}, {0, 5, 5}});
}

TEST_F(NumpyToXtensor, Shaping) {
  a = xt::view(v, xt::all(), xt::newaxis());
  EXPECT_EQ(a.shape(), (Shape{3, 1}));
  EXPECT_EQ(a(2, 0), 2);
  a = xt::reshape_view(x, {3, 2});
  expect(a, Array{{1, 2}, {3, 4}, {5, 6}});
  a = xt::transpose(x);
  expect(a, Array{{1, 4}, {2, 5}, {3, 6}});
  a = xt::concatenate(xt::xtuple(x, y), 0);
  expect(a, Array{{1, 2, 3}, {4, 5, 6}, {0, 1, 0}, {1, 0, 2}});
  a = xt::stack(xt::xtuple(x, y));
  EXPECT_EQ(a.shape(), (Shape{2, 2, 3}));
  EXPECT_EQ(a(1, 1, 2), 2);
}

TEST_F(NumpyToXtensor, Computing) {
  a = x * y + v;
  expect(a, Array{{0, 3, 2}, {4, 1, 14}});
  a = xt::pow(real(10000), v);
  expect(a, Array{1, 1e4, 1e8});
  a = xt::exp(x);
  EXPECT_DOUBLE_EQ(a(1, 1), std::exp(5.0));
  s = real(n) / 2;
  EXPECT_EQ(s, 0.5);
  a = xt::sum(x, {1});
  expect(a, Array{6, 15});
  a = xt::mean(x, {1}, xt::keep_dims);
  EXPECT_EQ(a.shape(), (Shape{2, 1}));
  EXPECT_EQ(a(1, 0), 5);
  s = xt::amax(x)();
  EXPECT_EQ(s, 6);
  i = xt::argmax(x, 1);
  EXPECT_EQ(i, (Ids{2, 2}));
}

TEST_F(NumpyToXtensor, Multiplying) {
  a = xt::linalg::dot(x, xt::transpose(y));
  expect(a, Array{{2, 7}, {5, 16}});
  s = xt::linalg::norm(v);
  EXPECT_DOUBLE_EQ(s, std::sqrt(5.0));
  a = xt::linalg::outer(w, v);
  expect(a, Array{{0, 1, 2}, {0, -1, -2}});
}

TEST_F(NumpyToXtensor, Comparing) {
  m = x > 0;
  EXPECT_TRUE(xt::all(m));
  a = xt::where(x > 0, x, y);
  expect(a, x);
  b = xt::allclose(x, y);
  EXPECT_FALSE(b);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The page's right column is what stands above.
TEST(NumpyToXtensorPage, ShowsWhatIsCompiledHere) {
  const std::string here = text_of(__FILE__);
  const std::string page = text_of(HORLOGE_ROOT "/lessons/numpy_to_xtensor.md");
  std::size_t lines = 0;
  for (std::size_t end = 0; (end = page.find(";` |\n", end)) != page.npos; ++end) {
    const std::size_t begin = page.rfind('`', end) + 1;
    const std::string code = page.substr(begin, end + 1 - begin);
    EXPECT_THAT(here, testing::HasSubstr("  " + code + "\n")) << code;
    ++lines;
  }
  EXPECT_GE(lines, 30U);
}

}  // namespace
