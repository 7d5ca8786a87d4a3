#include <horloge/horloge.h>

#include <iostream>

using namespace horloge;

class Net : public Module {
 public:
  explicit Net(Rng& rng)
      : hidden(child("hidden", Linear(1, 32, rng))), output(child("output", Linear(32, 1, rng))) {}
  Tensor operator()(const Tensor& x) const { return output(tanh(hidden(x))); }

  Linear hidden, output;
};

// Learns the sine from a thousand of its points.
int main() {
  Rng rng(1);
  const Array x = rng.uniform({1000, 1}, -3, 3);
  const Array y = xt::sin(x);
  Net net(rng);
  AdamW optimizer(net.parameters(), AdamWOptions().with_lr(5e-3));
  const Batches batches(1000, BatchOptions().with_batch_size(50));

  for (std::uint64_t step = 0; step < 5000; ++step) {
    const auto rows = batches.at(step);
    const Tensor loss = mse_loss(net(Tensor(take_rows(x, rows))), Tensor(take_rows(y, rows)));
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    if (step % 1000 == 0) std::cout << step << ": " << loss.item() << '\n';
  }
  save_weights(net, "sine.safetensors");

  Net loaded(rng);
  load_weights(loaded, "sine.safetensors");
  std::cout << "sin(1) = " << loaded(Tensor(ones({1, 1}))).item() << '\n';
}
