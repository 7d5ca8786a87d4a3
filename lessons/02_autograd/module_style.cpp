// The same with the library's tensors and modules.

#include "course/stage/lesson.h"
#include "exercises/value_graph/answer.h"
#include "horloge/autograd/gradcheck.h"
#include "horloge/autograd/record.h"
#include "horloge/core/xtensor.h"
#include "horloge/nn/linear.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/reduce.h"
#include "horloge/train/sgd.h"
#include "numpy_style.h"
#include "text.h"

using namespace horloge;

// Step: tensors_remember
void tensors_remember(Page& page) {
  const Tensor a(2, true), b(-3, true), c(6.5, true);
  const Tensor y = tanh(a * b + c);
  y.backward();

  const Tensor X(Array{{1, 2, 3}, {4, 5, 6}});
  const Tensor W(Array{{1, 2}, {3, 4}, {5, 6}}, true);
  const Tensor row(zeros({2}), true);
  const Tensor Y = matmul(X, W) + row;
  Y.backward(Array{{1, 10}, {2, 20}});
  // Fold: prints all gradients
  page.print("slopes   da {:8.4f}  db {:8.4f}  dc {:8.4f}\n\n", a.grad()(),
             b.grad()(), c.grad()());
  page.print("dW     {}\ndrow   {}\n", numbers(W.grad()), numbers(row.grad()));
}

// Step: kept_in_order
void kept_in_order(Page& page) {
  Tensor x(3, true);
  (x * x).backward();
  (x * x).backward();
  const Array twice = x.grad();
  x.zero_grad();
  (x * x).backward();
  // Fold: prints the gradients, and does four things that are not allowed
  const Value ours = make_value(3, {}, {});
  for (int i = 0; i < 2; ++i) backward(make_value(9, {ours, ours}, {3, 3}));
  page.print("after two backward()  {}\n", twice());
  page.print("  in a graph of ours  {}\n", gradient_of(ours));
  page.print("zeroed, then one      {}\n", x.grad()());
  {
    const NoGrad no_grad;
    page.print("under NoGrad          {}\n\n", (x * x).requires_grad());
  }

  const Tensor y = x * x;
  y.backward();
  page.print("once more:\n{}", complaint(page, [&] { y.backward(); }));
  Tensor u = x * x;
  page.print("the gradient of u:\n{}", complaint(page, [&] { u.grad(); }));
  const Tensor z = u * u;
  u.mutable_array() += 1;
  page.print("u changed behind the graph's back:\n{}",
             complaint(page, [&] { z.backward(); }));
}

// Step: checked_by_the_library
using Rule = Array (*)(const Array& y, const Array& dy);

Tensor softmax_with(Rule rule, const Tensor& x) {
  return record("softmax", softmax(x.array()), {x},
                [rule](const Array& y, Array& dy, Gradients& d) {
                  d.add(0, rule(y, dy));
                });
}

// Fold: checks it with three rules
void checked_by_the_library(Page& page) {
  const Tensor x(Rng(page.seed() + 4).normal({2, 4}), true);
  const auto check = [&](const char* name, Rule rule) {
    const GradcheckResult result = gradcheck(
        [&](const std::vector<Tensor>& inputs) {
          return softmax_with(rule, inputs[0]);
        },
        {x});
    page.print("{:<18} {}\n", name, result.ok ? "right" : "wrong");
    return result;
  };
  check("y (dy - sum y dy)", softmax_backward);
  check("y (dy - mean dy)", plain_mean);
  const GradcheckResult zeros = check("0", no_gradient);
  page.put(wrapped(page, zeros.message));
}

// Step: same_with_modules
class TwoLayers : public Module {
 public:
  TwoLayers(std::size_t hidden, Rng& rng)
      : first(child("first", Linear(1, hidden, rng))),
        second(child("second", Linear(hidden, 1, rng))) {}
  Tensor operator()(const Tensor& x) const { return second(tanh(first(x))); }

  Linear first, second;
};

void same_with_modules(Page& page) {
  Weights w = random_weights(page.seed() + 3);
  Rng rng(page.seed());
  TwoLayers model(w.b1.size(), rng);
  // Fold: gives it the weights of the network by hand, which takes its steps
  model.load_state_dict({{"first.weight", Tensor(Array(xt::transpose(w.W1)))},
                         {"first.bias", Tensor(w.b1)},
                         {"second.weight", Tensor(Array(xt::transpose(w.W2)))},
                         {"second.bias", Tensor(w.b2)}});
  SGDOptions settings;
  settings.lr = learning_rate;
  SGD optimizer(model.parameters(), settings);
  const std::vector<double> by_hand = descend(w, 5000);  // the losses
  double apart = 0;
  // End fold
  const Tensor x(sine_places()), target(sine_targets());
  for (std::size_t step = 0; step < by_hand.size(); ++step) {
    const Tensor loss = mse_loss(model(x), target);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    // Fold: compares its loss with the one by hand
    apart = std::max(apart, std::fabs(by_hand[step] - loss.item()));
    if (step % 1000 == 0)
      page.print("step {:4}   loss by hand {:.5f}   with modules {:.5f}\n",
                 step, by_hand[step], loss.item());
    stage::stop_if_interrupted();
    // End fold
  }
  // Fold: compares the weights
  const Array W1 = xt::transpose(model.first.weight.array());
  page.print("\nlargest difference of the losses {:.1e}\n", apart);
  page.print("of the weights W1 at the end     {:.1e}\n",
             largest_difference(W1, w.W1));
}
