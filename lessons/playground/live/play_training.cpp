#include "play_training.h"

#include "horloge/core/error.h"

using namespace horloge;

PlayTraining::PlayTraining(const PlaySetting& chosen)
    : setting(chosen),
      task(make_play_task(chosen)),
      model(chosen, task->words(), task->answers(), Rng(chosen.seed).stream(1),
            Rng(chosen.seed).stream(3)),
      lr_(linear_with_warmup(chosen.lr, chosen.updates / 10, chosen.updates)),
      optimizer_(model.parameters(), AdamWOptions().with_betas(0.9, 0.98)) {}

double PlayTraining::step() {
  if (done_ == setting.updates)
    throw ValueError("this training is over: start another one");
  optimizer_.zero_grad();
  const Tensor loss = task->loss(model);
  loss.backward();
  optimizer_.set_lr(lr_(done_++));
  optimizer_.step();
  return double(loss.item());
}
