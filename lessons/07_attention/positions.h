#pragma once

#include <array>

#include "course/stage/lesson.h"

/// The scores of x + p in four parts, each (T, T): content with content,
/// content with position, position with content, position with position.
///   x (T, D), p (T, D), Wq and Wk (D, K)
std::array<horloge::Array, 4> multiplied_out(const horloge::Array& x,
                                             const horloge::Array& p,
                                             const horloge::Array& Wq,
                                             const horloge::Array& Wk);

/// How much the scores of a row differ, as a standard
/// deviation.
double spread(const horloge::Array& scores);

/// The weights of a head whose words look for what fits them, right before or
/// right after themselves.   (T, T), for the `words` of numpy_style.h
horloge::Array neighbours_weights();
