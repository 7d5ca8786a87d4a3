#pragma once

#include "course/stage/lesson.h"
#include "horloge/core/array.h"

// What the module style compares itself with.

horloge::Array self_attention(const horloge::Array& x, const horloge::Array& Wq,
                              const horloge::Array& Wk,
                              const horloge::Array& Wv);
horloge::Array position_code(std::size_t seq_len, std::size_t d_model);

stage::StepCodes numpy_style_steps();
