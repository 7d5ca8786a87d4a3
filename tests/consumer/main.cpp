#include <horloge/autograd/tensor.h>
#include <horloge/ops/matmul.h>

#include <iostream>

using namespace horloge;

// Finds the line y = 2x + 1 from four of its points.
int main() {
  Array x = {0, 1, 2, 3};
  x.reshape({4, 1});
  const Array y = 2 * x + 1;

  Tensor weight(zeros({1, 1}), true);
  Tensor bias(zeros({1}), true);

  for (int step = 0; step < 500; ++step) {
    const Tensor guess = linear(Tensor(x), weight, bias);
    const Array dguess = (guess.array() - y) / 2;  // of the mean squared error
    guess.backward(dguess);
    for (Tensor parameter : {weight, bias}) {  // a Tensor is a handle: copies are the same tensor
      parameter.mutable_array() -= real(0.1) * parameter.grad();
      parameter.zero_grad();
    }
  }
  std::cout << "y = " << weight.item() << " x + " << bias.item() << '\n';
}
