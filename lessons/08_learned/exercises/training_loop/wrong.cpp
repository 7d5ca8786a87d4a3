#include "course/exercise/exam.h"
#include "loop.h"
#include "wrong_loops.h"
#include "wrong_steps.h"

using namespace horloge;
using namespace training_loop_parts;

namespace {

// Answers made of them.

template <TrainingRecord (*run)(Loop)>
TrainingRecord with(Classifier& model, const std::vector<Examples>& batches,
                    const Examples& test, double lr, std::size_t epochs) {
  return run(Loop{model, batches, test, lr, epochs});
}

template <double (*step)(const Turn&)>
TrainingRecord with_step(Loop loop) {
  loop.step = step;
  return loop.run();
}

template <double (*test)(Classifier&, const Examples&)>
TrainingRecord with_test(Loop loop) {
  loop.take_test = test;
  return loop.run();
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"zero-grad-missing",
       "the gradients are never cleared: backward() adds, so each step goes "
       "along those of all batches before as well",
       {with<with_step<never_cleared>>}},
      {"zeroed-once",
       "the gradients are cleared before the first step only; backward() adds, "
       "so they have to be cleared before each",
       {with<cleared_once>}},
      {"zeroed-each-epoch",
       "the gradients are cleared once an epoch; backward() adds, so they have "
       "to be cleared for each batch",
       {with<cleared_each_epoch>}},
      {"zeroed-after",
       "you clear the gradients after each step and not before the first, so "
       "that what the parameters have from before counts once",
       {with<with_step<cleared_after>>}},
      {"no-update",
       "the weights never change: there is no step(), or the gradients are "
       "cleared between backward() and step()",
       {with<with_step<no_update>>}},
      {"step-before-backward",
       "you call step() before backward(), so each update goes along the "
       "gradient of the batch before",
       {with<with_step<step_before_backward>>}},
      {"uphill",
       "you go along the gradient, uphill; a step goes against it",
       {with<with_step<uphill>>}},
      {"averaged-twice",
       "you divide the loss by the batch size, but cross_entropy is a mean "
       "already",
       {with<with_step<averaged_twice>>}},
      {"gradient-averaged-twice",
       "what you go back from is divided by the batch size, but cross_entropy "
       "is a mean already",
       {with<with_step<gradient_averaged_twice>>}},
      {"summed",
       "your loss is the sum over the batch; the mean is asked for, so that lr "
       "means the same for batches of any size",
       {with<with_step<summed>>}},
      {"labels-shifted",
       "the labels are shifted by one: example n is compared with the label of "
       "example n + 1",
       {with<with_step<labels_shifted>>}},
      {"classes-shifted",
       "the classes are shifted by one: label 0 is the first column of the "
       "scores",
       {with<with_step<classes_shifted>>}},
      {"softmax-twice",
       "you take the softmax of the scores first; cross_entropy does so "
       "itself, and wants the scores",
       {with<with_step<softmax_twice>>}},
      {"loss-after-update",
       "you give back the loss after the update; that of a step is taken "
       "before it",
       {with<with_step<loss_after_update>>}},
      {"asked-twice",
       "you run the model twice for each step; once gives both the loss and "
       "its "
       "gradient",
       {with<with_step<asked_twice>>}},
      {"one-epoch-more", "you make one epoch too many", {with<one_epoch_more>}},
      {"every-other-backwards",
       "every other epoch goes through the batches in reverse; their order is "
       "the one given",
       {with<every_other_backwards>}},
      {"rate-by-size",
       "a smaller batch makes a smaller step in your loop; the loss is a mean, "
       "and lr is the same for all",
       {with<rate_by_size>}},
      {"test-among-losses",
       "the test loss is among the losses of the steps, too",
       {with<test_among_losses>}},
      {"tests-only-after-steps",
       "without a step there is no test in your loop; the test loss is always "
       "taken",
       {with<tests_only_after_steps>}},
      {"gradients-clipped",
       "you clip the gradients; here a step goes along them as they are",
       {with<gradients_clipped>}},
      {"test-of-last-batch",
       "the test loss is taken on the last batch; ask the model about the test "
       "examples",
       {with<test_of_last_batch>}},
      {"lr-ignored",
       "the learning rate is not handed on: SGD takes its own, 0.001",
       {with<with_step<lr_ignored>>}},
      {"no-training-mode",
       "the model learns in whatever mode it was, here in evaluation mode: "
       "model.train() comes before the steps",
       {with<with_step<no_training_mode>>}},
      {"step-per-epoch",
       "the gradients of an epoch are gathered for one update at its end; here "
       "each batch makes a step",
       {with<step_per_epoch>}},
      {"loss-per-epoch",
       "you give back one loss an epoch, the mean of its steps; here it is one "
       "for each step",
       {with<loss_per_epoch>}},
      {"first-batch-only",
       "only the first batch of each epoch is used",
       {with<first_batch_only>}},
      {"incomplete-dropped",
       "a batch that is smaller than the first is left out; it makes a step "
       "like any other",
       {with<incomplete_dropped>}},
      {"one-epoch",
       "you go through the batches once, however many epochs are asked for",
       {with<one_epoch>}},
      {"loops-swapped",
       "you use a batch for all epochs before you go on to the next; an epoch "
       "is one pass through all batches",
       {with<loops_swapped>}},
      {"test-as-batch",
       "the test examples are one batch more of each epoch; a test of what was "
       "trained on tests nothing",
       {with<test_as_batch>}},
      {"test-after-each-epoch",
       "the weights are updated with the test examples between the epochs; a "
       "test of what was trained on tests nothing",
       {with<test_after_each_epoch>}},
      {"tested-each-epoch",
       "you take the test loss after each epoch; here it is taken once, after "
       "the last step",
       {with<tested_each_epoch>}},
      {"stops-early",
       "you stop when the loss rises from one step to the next; every batch "
       "differs, so go on for all epochs",
       {with<stops_early>}},
      {"test-makes-a-step",
       "the test updates the weights; it should only look at the loss",
       {with<test_makes_a_step>}},
      {"test-before-training",
       "the test loss is that of the weights before the training; take it "
       "after the last step",
       {with<test_before_training>}},
      {"train-loss-as-test",
       "your test loss is the loss of the last step; ask the model about the "
       "test examples",
       {with<last_loss>}},
      {"test-in-training-mode",
       "the test is taken in training mode, in which a dropout would still be "
       "at work: model.eval() comes first",
       {with<with_test<test_in_training_mode>>}},
      {"test-remembers",
       "the test is remembered as if for a backward, which costs time and "
       "memory: let a NoGrad live meanwhile",
       {with<with_test<test_remembers>>}},
      {"test-as-in-training",
       "the test is taken as a step would be, in training mode and remembered "
       "for a backward; it wants model.eval() and a NoGrad",
       {with<with_test<test_as_in_training>>}},
      {"test-inside-loop",
       "the test stands inside the loop: the model then learns on in "
       "evaluation mode, and without an epoch there is no test at all",
       {with<test_inside>}},
      {"no-switches",
       "train(), eval() and NoGrad are all missing: the model learns in "
       "evaluation mode, and the test is remembered as if for a backward",
       {with<no_switches>}},
      {"bias-not-trained",
       "the bias is not trained: the optimizer wants all of model.parameters()",
       {with<bias_not_trained>}},
      {"trained-a-copy",
       "you train a copy of the weights, and the model's own stay as they "
       "were; it is trained in place",
       {with<trained_a_copy>}},
  };
  return all;
}
