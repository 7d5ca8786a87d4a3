#pragma once

#include <functional>
#include <vector>

#include "horloge/core/array.h"
#include "network.h"

// Gradients of arrays by hand.

/// The gradient of sum(f(x) * dy), each number of x nudged both ways.
horloge::Array nudged_gradient(
    const std::function<horloge::Array(const horloge::Array&)>& f,
    const horloge::Array& x, const horloge::Array& dy);

/// Softmax of each row.   x (…, N) -> y the same
horloge::Array softmax(const horloge::Array& x);

/// y (…, N) and dy the same -> dx the same
horloge::Array softmax_backward(const horloge::Array& y,
                                const horloge::Array& dy);

/// The same, wrong.
horloge::Array no_gradient(const horloge::Array& y, const horloge::Array& dy);
horloge::Array plain_mean(const horloge::Array& y, const horloge::Array& dy);

/// What the network makes of x, how wrong that is, and the gradients.
struct Pass {
  double loss;       ///< mean squared error
  horloge::Array y;  ///< (N, 1)
  Weights d;         ///< gradients of the loss
};

/// x (N, 1), target (N, 1)
Pass forward_and_back(const Weights& w, const horloge::Array& x,
                      const horloge::Array& target);

/// Makes so many steps down the slope; the loss before each one.
std::vector<double> descend(Weights& w, int steps);

constexpr horloge::real learning_rate = 0.1F;
