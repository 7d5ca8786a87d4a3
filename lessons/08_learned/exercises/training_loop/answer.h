#pragma once

#include <memory>

#include "course/exercise/exercise.h"

/// Examples with the classes they belong to, 0 … C - 1.
struct Examples {
  horloge::Tensor x;    ///< (B, F), F numbers for each of B examples
  horloge::Ids labels;  ///< (B)
};

/// One linear layer: the scores of C classes.
class Classifier : public horloge::Module {
 public:
  /// weight (C, F), bias (C): the tensors themselves, no copies
  Classifier(const horloge::Tensor& weight, const horloge::Tensor& bias)
      : weight(parameter("weight", weight)), bias(parameter("bias", bias)) {}

  /// x (B, F) -> (B, C)
  horloge::Tensor operator()(const horloge::Tensor& x) const {
    calls->push_back({x.array(), training(), horloge::grad_enabled()});
    return horloge::linear(x, weight, bias);
  }

  horloge::Tensor weight, bias;

  /// For the check: what the model was asked, and in which state it was.
  struct Call {
    horloge::Array x;
    bool training, remembers;
  };
  std::shared_ptr<std::vector<Call>> calls =
      std::make_shared<std::vector<Call>>();
};

/// What a training leaves, besides the weights.
struct TrainingRecord {
  std::vector<double> losses;  ///< of each step, one after the other
  double test_loss = 0;        ///< after the last step
};

TrainingRecord training_loop(Classifier& model,
                             const std::vector<Examples>& batches,
                             const Examples& test, double lr,
                             std::size_t epochs);
