#pragma once

#include "course/exercise/exercise.h"

horloge::Tensor alibi_attention(const horloge::Tensor& q,
                                const horloge::Tensor& k,
                                const horloge::Tensor& v,
                                const horloge::Tensor& slopes);
