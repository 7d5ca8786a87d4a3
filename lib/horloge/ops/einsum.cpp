#include "horloge/ops/einsum.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/reduce.h"

namespace horloge {
namespace {

bool has(const std::string& letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

struct Equation {
  std::string a, b, out;
};

[[noreturn]] void malformed(const std::string& equation, const std::string& why) {
  throw ValueError(
      fmt::format("[einsum] \"{}\" {}; write it like \"bqd,bkd->bqk\", one letter for each axis",
                  equation, why));
}

void check_letters(const std::string& equation, const std::string& letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char c = letters[i];
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z'))
      malformed(equation, fmt::format("has '{}' where a letter should be", c));
    if (letters.find(c, i + 1) != std::string::npos)
      malformed(equation, fmt::format("repeats the letter '{}' within \"{}\"", c, letters));
  }
}

Equation parse(const std::string& equation) {
  std::string text = equation;
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const std::size_t arrow = text.find("->");
  const std::size_t comma = text.find(',');
  if (arrow == std::string::npos) malformed(equation, "has no \"->\"");
  if (std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(arrow), ',') != 1)
    malformed(equation, "does not name two operands, separated by a comma");
  Equation e{text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1),
             text.substr(arrow + 2)};
  for (const std::string& letters : {e.a, e.b, e.out}) check_letters(equation, letters);
  for (const char letter : e.out)
    if (!has(e.a, letter) && !has(e.b, letter))
      malformed(equation, fmt::format("has the letter '{}' in the output only", letter));
  return e;
}

void check_rank(const std::string& equation, const std::string& letters, const Tensor& x) {
  if (letters.size() != x.rank())
    throw ShapeError(fmt::format("[einsum] \"{}\": \"{}\" has {} letters for an operand {}",
                                 equation, letters, letters.size(), to_string(x.shape())));
}

void check_sizes(const std::string& equation, const Equation& e, const Tensor& a, const Tensor& b) {
  for (std::size_t i = 0; i < e.a.size(); ++i) {
    const std::size_t j = e.b.find(e.a[i]);
    if (j != std::string::npos && a.shape()[i] != b.shape()[j])
      throw ShapeError(fmt::format("[einsum] \"{}\": '{}' is {} in {} and {} in {}", equation,
                                   e.a[i], a.shape()[i], to_string(a.shape()), b.shape()[j],
                                   to_string(b.shape())));
  }
}

// An operand and the letters of its axes.
struct Lettered {
  Tensor x;
  std::string letters;

  std::size_t size(char letter) const { return x.shape()[letters.find(letter)]; }
};

// Sums over the letters that neither the other operand nor the output has.
void sum_alone(Lettered& operand, const std::string& other, const std::string& out) {
  std::vector<std::ptrdiff_t> axes;
  std::string kept;
  for (std::size_t i = 0; i < operand.letters.size(); ++i) {
    const char letter = operand.letters[i];
    if (has(other, letter) || has(out, letter))
      kept += letter;
    else
      axes.push_back(static_cast<std::ptrdiff_t>(i));
  }
  if (axes.empty()) return;
  operand = {sum(operand.x, axes), kept};
}

// The axes put into the order of `letters`.
Tensor in_order(const Lettered& operand, const std::string& letters) {
  if (operand.letters == letters) return operand.x;
  std::vector<std::ptrdiff_t> axes;
  for (const char letter : letters)
    axes.push_back(static_cast<std::ptrdiff_t>(operand.letters.find(letter)));
  return permute(operand.x, axes);
}

std::size_t volume(const Lettered& operand, const std::string& letters) {
  std::size_t product = 1;
  for (const char letter : letters) product *= operand.size(letter);
  return product;
}

Tensor with_shape(const Tensor& x, const Shape& shape) {
  return x.shape() == shape ? x : reshape(x, shape);
}

}  // namespace

// One batched matrix product: letters of both operands and the output are the batch, those of a
// alone the rows, those of b alone the columns, and those of both that the output lacks are
// summed over.
Tensor einsum(const std::string& equation, const Tensor& a, const Tensor& b) {
  const Equation e = parse(equation);
  check_rank(equation, e.a, a);
  check_rank(equation, e.b, b);
  check_sizes(equation, e, a, b);
  Lettered left{a, e.a}, right{b, e.b};
  sum_alone(left, e.b, e.out);
  sum_alone(right, e.a, e.out);

  std::string batch, rows, columns, summed;
  for (const char letter : e.out)
    (has(e.a, letter) ? has(e.b, letter) ? batch : rows : columns) += letter;
  for (const char letter : left.letters)
    if (!has(e.out, letter)) summed += letter;

  const std::size_t k = volume(left, summed);
  const std::size_t m = volume(left, rows), n = volume(right, columns);
  Shape a_shape{m, k}, b_shape{k, n};
  if (!batch.empty()) {
    const std::size_t matrices = volume(left, batch);
    a_shape = {matrices, m, k};
    b_shape = {matrices, k, n};
  }
  const Tensor y = matmul(with_shape(in_order(left, batch + rows + summed), a_shape),
                          with_shape(in_order(right, batch + summed + columns), b_shape));
  Shape shape;
  for (const char letter : batch + rows) shape.push_back(left.size(letter));
  for (const char letter : columns) shape.push_back(right.size(letter));
  return in_order({with_shape(y, shape), batch + rows + columns}, e.out);
}

}  // namespace horloge
