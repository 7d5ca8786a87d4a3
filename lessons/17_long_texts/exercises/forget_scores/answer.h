#pragma once

#include "course/exercise/exercise.h"

horloge::Array forget_bias(const horloge::Array& gates);
horloge::Array forget_bias_backward(const horloge::Array& gates,
                                    const horloge::Array& dbias);
