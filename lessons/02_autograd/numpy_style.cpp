// From scratch on arrays, as one would write it with NumPy: how a gradient
// goes back through an operation, and a network that is fitted with it.

#include "numpy_style.h"

#include "course/stage/lesson.h"
#include "exercises/sum_to_shape/answer.h"
#include "exercises/tempered_softmax_backward/answer.h"
#include "text.h"

using horloge::Shape;
using horloge::to_string;

// Step: gradient_of_an_array
Array nudged_gradient(const std::function<Array(const Array&)>& f,
                      const Array& x, const Array& dy) {
  const real h = 0.01;
  Array dx = xt::zeros_like(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    Array above = x, below = x;
    above.flat(i) += h;
    below.flat(i) -= h;
    const Array change = f(above) - f(below);
    dx.flat(i) = xt::sum(change * dy)() / (2 * h);
  }
  return dx;
}

// Fold: compares it with what is known of x x
void gradient_of_an_array(Page& page) {
  const Array x = {{1, 2, 3}, {4, 5, 6}};
  const Array dy = {{1, 10, 100}, {0, 0, -1}};
  const Array dx = dy * 2 * x;
  const auto square = [](const Array& x) -> Array { return x * x; };
  page.print("x            {}\n", numbers(x));
  page.print("dy           {}\n", numbers(dy));
  page.print("dx = dy 2 x  {}\n", numbers(dx));
  page.print("nudged       {}\n", numbers(nudged_gradient(square, x, dy)));
}

// Step: broadcasting
void broadcasting(Page& page) {
  const Array x = {{1, 2, 3}, {4, 5, 6}};
  const Array dy = {{1, 10, 100}, {2, 20, 200}};
  const auto nudged = [&](const Shape& shape) {
    return nudged_gradient([&](const Array& b) -> Array { return x + b; },
                           horloge::ones(shape), dy);
  };
  // Fold: prints sum_to_shape(dy, shape) and nudged(shape) for four shapes
  page.print("dy        {}\n\nshape     db\n", numbers(dy));
  for (const Shape& shape : {Shape{2, 3}, {3}, {2, 1}, {}})
    page.print("{:<9} {}\n   nudged {}\n", to_string(shape),
               numbers(sum_to_shape(dy, shape)), numbers(nudged(shape)));
}

// Step: matrix_product
struct MatmulGradients {
  Array da, db;
};

// a (m, k), b (k, n), dy (m, n)
MatmulGradients matmul_backward(const Array& a, const Array& b,
                                const Array& dy) {
  return {xt::linalg::dot(dy, xt::transpose(b)),   // (m, n) (n, k) -> (m, k)
          xt::linalg::dot(xt::transpose(a), dy)};  // (k, m) (m, n) -> (k, n)
}

// Fold: compares both with the nudge, and forgets to transpose
void matrix_product(Page& page) {
  Rng rng(page.seed() + 1);
  const Array a = rng.normal({2, 3}), b = rng.normal({3, 4});
  const Array dy = rng.normal({2, 4});
  const MatmulGradients by_rule = matmul_backward(a, b, dy);
  const Array da = nudged_gradient(
      [&](const Array& a) -> Array { return xt::linalg::dot(a, b); }, a, dy);
  const Array db = nudged_gradient(
      [&](const Array& b) -> Array { return xt::linalg::dot(a, b); }, b, dy);
  page.print("da      {}\nnudged  {}\n", numbers(by_rule.da, 2),
             numbers(da, 2));
  page.print("largest difference, da {:.0e}  db {:.0e}\n\n",
             largest_difference(by_rule.da, da),
             largest_difference(by_rule.db, db));

  const Array square = rng.normal({3, 3}), other = rng.normal({3, 3});
  const Array upstream = rng.normal({3, 3});
  page.print("square matrices, no transposition: da wrong by {:.1f}\n",
             largest_difference(xt::linalg::dot(upstream, other),
                                matmul_backward(square, other, upstream).da));
}

// Step: softmax_by_hand
Array softmax(const Array& x) {
  const std::size_t last = x.dimension() - 1;
  const Array highest = xt::amax(x, {last}, xt::keep_dims);
  const Array e = xt::exp(x - highest);
  const Array total = xt::sum(e, {last}, xt::keep_dims);
  return e / total;
}

Array softmax_backward(const Array& y, const Array& dy) {
  const std::size_t last = y.dimension() - 1;
  const Array mean = xt::sum(y * dy, {last}, xt::keep_dims);
  return y * (dy - mean);
}

// Fold: compares it with the nudge, for two dy
void softmax_by_hand(Page& page) {
  const Array x = {1, 2, 3, 0};
  const Array y = softmax(x);
  page.print("y       {}\n", numbers(y, 3));
  for (const Array& dy : {Array{1, 0, 0, 0}, Array{3, -1, 2, 0}})
    page.print("\ndy      {}\ndx      {}\nnudged  {}\n", numbers(dy, 3),
               numbers(softmax_backward(y, dy), 3),
               numbers(nudged_gradient(softmax, x, dy), 3));
}

// Step: temperature
void temperature(Page& page) {
  const Array x = {1, 2, 3, 0}, dy = {1, 0, 0, 0};
  for (const real tau : {0.25F, 1.0F, 4.0F}) {
    const Array y = softmax(x / tau);
    const Array dx = tempered_softmax_backward(y, dy, 0, tau);
    // Fold: prints both, and the nudged gradient
    const auto forward = [&](const Array& x) { return softmax(x / tau); };
    page.print("temperature {:<5} y       {}\n", tau, numbers(y, 3));
    page.print("{:<17} dx      {}\n", "", numbers(dx, 3));
    page.print("{:<17} nudged  {}\n", "",
               numbers(nudged_gradient(forward, x, dy), 3));
    // End fold
  }
}

// Step: ones_hide_it
Array no_gradient(const Array& y, const Array&) { return xt::zeros_like(y); }
Array plain_mean(const Array& y, const Array& dy) {
  return y * (dy - xt::mean(dy)());
}
Array diagonal_only(const Array& y, const Array& dy) {
  return dy * y * (1 - y);
}

// Fold: measures the error of all four, for two dy
void ones_hide_it(Page& page) {
  const Array x = {1, 2, 3, 0};
  const Array y = softmax(x);
  const Array same = xt::ones_like(y);
  const Array random = Rng(page.seed() + 2).normal({4});
  const auto compare = [&](const char* name, auto rule) {
    page.print("{:<20}", name);
    for (const Array& dy : {same, random})
      page.print(
          "  {:14.3f}",
          largest_difference(rule(y, dy), nudged_gradient(softmax, x, dy)));
    page.print("\n");
  };
  page.print("{:<20}  {:>14}  {:>14}\n", "error with a dy", "of ones",
             "at random");
  compare("y (dy - sum y dy)", softmax_backward);
  compare("0", no_gradient);
  compare("y (dy - mean dy)", plain_mean);
  compare("dy y (1 - y)", diagonal_only);
  int passed = 0;  // wrong rules, with ones
  for (const auto rule : {no_gradient, plain_mean, diagonal_only})
    if (largest_difference(rule(y, same), softmax_backward(y, same)) < 0.001)
      ++passed;
  page.came_out(passed);
}

// Step: two_layers_by_hand
Pass forward_and_back(const Weights& w, const Array& x, const Array& target) {
  const Array s = xt::linalg::dot(x, w.W1) + w.b1;  // (N, 16)
  const Array z = xt::tanh(s);
  const Array y = xt::linalg::dot(z, w.W2) + w.b2;  // (N, 1)
  const Array error = y - target;
  const double loss = xt::mean(error * error)();

  const Array dy = 2 * error / real(error.size());  // and back
  const auto [dz, dW2] = matmul_backward(z, w.W2, dy);
  const Array ds = dz * (1 - z * z);
  const auto [dx, dW1] = matmul_backward(x, w.W1, ds);
  return {loss,
          y,
          {dW1, sum_to_shape(ds, w.b1.shape()),  //
           dW2, sum_to_shape(dy, w.b2.shape())}};
}

// Fold: compares the four gradients with the nudge
void two_layers_by_hand(Page& page) {
  const Weights w = random_weights(page.seed() + 3);
  const Array x = sine_places(), target = sine_targets();
  const Pass pass = forward_and_back(w, x, target);
  page.print("loss {:.3f}\n", pass.loss);
  const auto compare = [&](const char* name, Array Weights::*weight) {
    const auto loss_with = [&](const Array& value) -> Array {
      Weights other = w;
      other.*weight = value;
      return horloge::full({}, real(forward_and_back(other, x, target).loss));
    };
    const Array nudged =
        nudged_gradient(loss_with, w.*weight, horloge::ones({}));
    page.print("d{} {:<8} largest {:.3f}   error {:.0e}\n", name,
               to_string((pass.d.*weight).shape()), largest(pass.d.*weight),
               largest_difference(pass.d.*weight, nudged));
  };
  compare("W1", &Weights::W1);
  compare("b1", &Weights::b1);
  compare("W2", &Weights::W2);
  compare("b2", &Weights::b2);
}

// Step: fit_a_sine
std::vector<double> descend(Weights& w, int steps) {
  const Array x = sine_places(), target = sine_targets();
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) {
    const Pass pass = forward_and_back(w, x, target);
    losses.push_back(pass.loss);
    w.W1 -= learning_rate * pass.d.W1;
    w.b1 -= learning_rate * pass.d.b1;
    w.W2 -= learning_rate * pass.d.W2;
    w.b2 -= learning_rate * pass.d.b2;
    stage::stop_if_interrupted();
  }
  return losses;
}

// Fold: draws what the network makes of x after 0, 100 and 5000 steps
void fit_a_sine(Page& page) {
  const Array x = sine_places(), target = sine_targets();
  horloge::Lines figure{
      "a sine, and what the network makes of it", "x", "", {}};
  figure.lines.push_back(curve("sine", x, target));
  Weights w = random_weights(page.seed() + 3);
  int done = 0;
  for (const int steps : {0, 100, 1000, 5000}) {
    descend(w, steps - done);
    done = steps;
    const Pass pass = forward_and_back(w, x, target);
    page.print("{:4} steps  loss {:.5f}\n", steps, pass.loss);
    if (steps != 1000)
      figure.lines.push_back(curve(fmt::format("{} steps", steps), x, pass.y));
  }
  page.print("\n");
  page.show(figure);
}
