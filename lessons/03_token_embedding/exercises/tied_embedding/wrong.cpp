#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Embed = std::function<Tensor(const Ids&, const Tensor& weight)>;
using Score = std::function<Tensor(const Tensor& x, const Tensor& weight,
                                   const Tensor& bias)>;

Tensor rows(const Ids& ids, const Tensor& weight) {
  return embedding(ids, weight);
}

Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return linear(x, weight, bias);
}

Tensor zero_bias(const Tensor& table) {
  return Tensor(zeros({table.shape()[0]}), true);
}

// Registers as the right answer does; only what the ends do differs.
BothEnds both(const Tensor& table, const Embed& embed, const Score& score,
              const Tensor& bias) {
  Tensor weight = table;
  return {[=](const Ids& ids) { return embed(ids, weight); },
          [=](const Tensor& x) { return score(x, weight, bias); },
          {{"weight", weight}, {"bias", bias}}};
}

BothEnds scoring(const Tensor& table, const Score& score) {
  return both(table, rows, score, zero_bias(table));
}

BothEnds embedding_by(const Tensor& table, const Embed& embed) {
  return both(table, embed, affine, zero_bias(table));
}

BothEnds two_matrices(const Tensor& table) {
  const Tensor other(Array(table.array()), true);
  BothEnds ends = scoring(
      table, [other](const Tensor& x, const Tensor&, const Tensor& bias) {
        return affine(x, other, bias);
      });
  ends.parameters.push_back({"output", other});
  return ends;
}

BothEnds copied_numbers(const Tensor& table) {
  const Tensor copy(Array(table.array()));
  return scoring(table,
                 [copy](const Tensor& x, const Tensor&, const Tensor& bias) {
                   return affine(x, copy, bias);
                 });
}

BothEnds end_detached(const Tensor& table) {
  return scoring(table,
                 [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
                   return affine(x, weight.detach(), bias);
                 });
}

BothEnds beginning_detached(const Tensor& table) {
  return embedding_by(table, [](const Ids& ids, const Tensor& weight) {
    return embedding(ids, weight.detach());
  });
}

BothEnds x_detached(const Tensor& table) {
  return scoring(table,
                 [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
                   return affine(x.detach(), weight, bias);
                 });
}

BothEnds numbers_only(const Tensor& table) {
  return scoring(table, [](const Tensor& x, const Tensor& weight,
                           const Tensor& bias) {
    return Tensor(affine(x.detach(), weight.detach(), bias.detach()).array());
  });
}

BothEnds not_transposed(const Tensor& table) {
  return scoring(table,
                 [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
                   return matmul(x, weight) + bias;
                 });
}

BothEnds no_bias(const Tensor& table) {
  return scoring(table, [](const Tensor& x, const Tensor& weight,
                           const Tensor&) { return affine(x, weight, {}); });
}

BothEnds bias_of_ones(const Tensor& table) {
  return both(table, rows, affine, Tensor(ones({table.shape()[0]}), true));
}

BothEnds bias_subtracted(const Tensor& table) {
  return scoring(table,
                 [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
                   return affine(x, weight, {}) - bias;
                 });
}

BothEnds bias_not_registered(const Tensor& table) {
  BothEnds ends = scoring(table, affine);
  ends.parameters.pop_back();
  return ends;
}

BothEnds nothing_registered(const Tensor& table) {
  BothEnds ends = scoring(table, affine);
  ends.parameters.clear();
  return ends;
}

BothEnds scaled_scores(const Tensor& table) {
  return scoring(
      table, [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
        const real root = std::sqrt(static_cast<real>(weight.shape()[1]));
        return affine(x * Tensor(1 / root), weight, bias);
      });
}

BothEnds scaled_rows(const Tensor& table) {
  return embedding_by(table, [](const Ids& ids, const Tensor& weight) {
    const real root = std::sqrt(static_cast<real>(weight.shape()[1]));
    return embedding(ids, weight) * Tensor(root);
  });
}

BothEnds softmaxed(const Tensor& table) {
  return scoring(table,
                 [](const Tensor& x, const Tensor& weight, const Tensor& bias) {
                   return softmax(affine(x, weight, bias));
                 });
}

BothEnds table_cut_off(const Tensor& table) {
  return both(Tensor(Array(table.array()), true), rows, affine,
              zero_bias(table));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"two-matrices",
       "each end has a matrix of its own; tied means that there is one",
       {two_matrices}},
      {"copied-numbers",
       "your scores work on a copy of the numbers, made when the module was; "
       "what the table learns or loads later does not reach it",
       {copied_numbers}},
      {"table-cut-off",
       "your weight is a copy of the table's numbers; hand the Tensor itself "
       "to parameter(…), so that both are one",
       {table_cut_off}},
      {"end-detached",
       "no gradient goes back through the scores to the matrix: use the "
       "weight itself, not its numbers",
       {end_detached}},
      {"beginning-detached",
       "no gradient goes back through the rows to the matrix: use the weight "
       "itself, not its numbers",
       {beginning_detached}},
      {"x-detached",
       "the history of x is cut off, so nothing before the scores could learn",
       {x_detached}},
      {"numbers-only",
       "your scores are made of numbers alone, without their history; work on "
       "tensors",
       {numbers_only}},
      {"not-transposed",
       "you multiply with the matrix as it is; a score is a dot product with "
       "a row, so x (..., D) is multiplied with the transposed one, (D, V)",
       {not_transposed}},
      {"no-bias", "the bias is not added", {no_bias}},
      {"bias-of-ones", "your bias starts at 1; it starts at 0", {bias_of_ones}},
      {"bias-subtracted",
       "you subtract the bias; it is added",
       {bias_subtracted}},
      {"bias-not-registered",
       "the bias is no parameter, so it is neither trained nor saved; register "
       "it with parameter(…)",
       {bias_not_registered}},
      {"nothing-registered",
       "nothing is registered, so nothing is trained or saved; parameter(…) "
       "does it",
       {nothing_registered}},
      {"scaled-scores",
       "you divide by sqrt(D), as attention does; scores are not scaled here",
       {scaled_scores}},
      {"scaled-rows",
       "you multiply the rows with sqrt(D), as the paper's input does; here "
       "they are copied as they are",
       {scaled_rows}},
      {"softmaxed",
       "you give probabilities; the scores themselves are asked for, and the "
       "loss takes care of the rest",
       {softmaxed}},
  };
  return all;
}
