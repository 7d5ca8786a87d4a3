#include "horloge/ops/einsum.h"

#include <map>

#include "support/gradients.h"

namespace horloge {
namespace {

// The sum over every combination of all letters, one by one.
Array naive_einsum(const std::string& a, const std::string& b, const std::string& out,
                   const Array& x, const Array& y) {
  std::map<char, std::size_t> sizes, at;
  for (std::size_t i = 0; i < a.size(); ++i) sizes[a[i]] = x.shape()[i];
  for (std::size_t i = 0; i < b.size(); ++i) sizes[b[i]] = y.shape()[i];
  const auto place = [&](const std::string& letters) {
    std::size_t n = 0;
    for (const char letter : letters) n = n * sizes[letter] + at[letter];
    return n;
  };
  Shape shape;
  for (const char letter : out) shape.push_back(sizes[letter]);
  Array z = zeros(shape);
  std::size_t combinations = 1;
  for (const auto& [letter, size] : sizes) combinations *= size;
  for (std::size_t n = 0; n < combinations; ++n) {
    std::size_t rest = n;
    for (const auto& [letter, size] : sizes) {
      at[letter] = rest % size;
      rest /= size;
    }
    z.data()[place(out)] += x.data()[place(a)] * y.data()[place(b)];
  }
  return z;
}

Shape shape_of(const std::string& letters) {
  const std::map<char, std::size_t> sizes{{'b', 2}, {'h', 3}, {'i', 4}, {'j', 5},
                                          {'d', 3}, {'e', 2}, {'s', 1}};
  Shape shape;
  for (const char letter : letters) shape.push_back(sizes.at(letter));
  return shape;
}

struct EinsumCase {
  std::string a, b, out;
};

// Products, batches, outer products, dot products, orders of every kind, sums of one side alone.
const std::vector<EinsumCase> einsum_cases{
    {"id", "dj", "ij"},      {"id", "dj", "ji"}, {"bhid", "bhjd", "bhij"}, {"bhij", "bhjd", "bihd"},
    {"ibhd", "jhd", "ijbh"}, {"i", "j", "ij"},   {"i", "j", "ji"},         {"i", "i", ""},
    {"i", "i", "i"},         {"bi", "b", "bi"},  {"bide", "de", "bi"},     {"bide", "ed", "ib"},
    {"ij", "d", "d"},        {"ij", "jd", "d"},  {"dbi", "hje", "hb"},     {"", "ij", "ji"},
    {"ij", "", "j"},         {"s", "si", "is"},  {"bhi", "hbi", "ihb"},    {"ij", "ij", ""},
};

TEST(Einsum, SumsOverEveryLetterThatTheOutputLacks) {
  for (const EinsumCase& c : einsum_cases) {
    const std::string equation = c.a + "," + c.b + "->" + c.out;
    const Array x = Rng(1).normal(shape_of(c.a));
    const Array y = Rng(2).normal(shape_of(c.b));
    EXPECT_TRUE(near(einsum(equation, Tensor(x), Tensor(y)).array(),
                     naive_einsum(c.a, c.b, c.out, x, y), bound(1e-5, 1e-13)))
        << equation;
  }
}

TEST(Einsum, Gradient) {
  for (const EinsumCase& c : einsum_cases) {
    const std::string equation = c.a + ", " + c.b + " -> " + c.out;
    EXPECT_TRUE(gradients_agree([&](const auto& in) { return einsum(equation, in[0], in[1]); },
                                {leaf(shape_of(c.a), 3), leaf(shape_of(c.b), 4)}))
        << equation;
  }
  EXPECT_TRUE(gradients_agree([](const auto& in) { return einsum("ij,kj->ik", in[0], in[0]); },
                              {leaf({3, 4}, 5)}));
}

TEST(Einsum, TakesEmptyAxes) {
  const Tensor a(zeros({2, 0}));
  const Tensor b(zeros({0, 3}));
  EXPECT_TRUE(near(einsum("ik,kj->ij", a, b).array(), zeros({2, 3}), 0));
  EXPECT_EQ(einsum("ki,jk->ij", a, Tensor(zeros({3, 2}))).shape(), (Shape{0, 3}));
}

TEST(Einsum, SaysWhatIsWrongWithAnEquation) {
  const Tensor x(zeros({2, 3}));
  const auto run = [&](const char* equation) { return einsum(equation, x, x); };
  EXPECT_ERROR(run("ij,jk"), ValueError, "[einsum] \"ij,jk\" has no \"->\"; write it like");
  EXPECT_ERROR(run("ij->ij"), ValueError, "does not name two operands");
  EXPECT_ERROR(run("ij->i,j"), ValueError, "does not name two operands");
  EXPECT_ERROR(run("ij,ij,ij->i"), ValueError, "does not name two operands");
  EXPECT_ERROR(run("...i,ij->i"), ValueError, "has '.' where a letter should be");
  EXPECT_ERROR(run("ij,ij->k"), ValueError, "has the letter 'k' in the output only");
  EXPECT_ERROR(run("ii,ij->j"), ValueError, "repeats the letter 'i' within \"ii\"");
  EXPECT_ERROR(run("ij,ij->jj"), ValueError, "repeats the letter 'j' within \"jj\"");
}

TEST(Einsum, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 3}));
  EXPECT_ERROR(einsum("ijk,ij->k", x, x), ShapeError,
               "[einsum] \"ijk,ij->k\": \"ijk\" has 3 letters for an operand (2, 3)");
  EXPECT_ERROR(einsum("ij,jk->ik", x, x), ShapeError,
               "[einsum] \"ij,jk->ik\": 'j' is 3 in (2, 3) and 2 in (2, 3)");
}

}  // namespace
}  // namespace horloge
