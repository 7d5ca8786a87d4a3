#pragma once

#include "course/exercise/exercise.h"

horloge::Tensor alibi_attention(const horloge::Tensor& q,
                                const horloge::Tensor& k,
                                const horloge::Tensor& v,
                                const horloge::Tensor& slopes);

// What the check calls.
struct Answer {
  decltype(&alibi_attention) attend;
};
inline Answer your_answer() { return {alibi_attention}; }
