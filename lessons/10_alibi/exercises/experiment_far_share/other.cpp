// By a softmax of the whole row.

#include "exercises/experiment_far_share/answer.h"

using namespace horloge;

double my_guess() { return 0.5; }

double far_share(const Array& bias, std::size_t reach) {
  if (reach >= bias.size()) return 0;
  const Array weights = softmax(Tensor(bias)).array();
  return xt::sum(xt::view(weights, xt::range(reach, bias.size())))();
}

Meaning what_it_means() { return Meaning::more_stays; }
