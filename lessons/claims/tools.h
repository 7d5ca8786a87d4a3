#pragma once

#include <functional>
#include <string>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/rng.h"
#include "horloge/nn/attention.h"

// What the code of many claims stands on.

/// In double, also where the library computes in float.
using Doubles = xt::xarray<double>;

/// base^(2i/D): what a position is divided by for pair i.
double divisor(std::size_t i, std::size_t d_model, double base = 10000);

/// How many positions pair i takes for a turn.
double wavelength(std::size_t i, std::size_t d_model);

/// The sinusoidal code of a position that need not be whole.   -> (D)
Doubles code_row(double pos, std::size_t d_model, double base = 10000);

/// The rows of positions 0 … n - 1.   -> (n, D)
Doubles code_rows(std::size_t n, std::size_t d_model);

double distance(const Doubles& a, const Doubles& b);
double largest_difference(const Doubles& a, const Doubles& b);

/// How far apart two rows are whose positions differ by `offset`.
double offset_distance(double offset, std::size_t d_model, double base = 10000);

/// The smallest of the distances between any two of n positions. It depends on
/// their offset alone, so n - 1 offsets are all.
double nearest_two(std::size_t n, std::size_t d_model, double base = 10000);

/// M(k), which makes of the row of any position that of k positions on.   ->
/// (D, D)
Doubles shift(double k, std::size_t d_model);

/// The largest less the smallest.
double spread(const std::vector<double>& numbers);

/// How much a function cares where words stand: the largest difference between
/// its output with the words of x (T, D) shuffled before it and after it.
using OnWords = std::function<horloge::Array(const horloge::Array&)>;
double equivariance_gap(const OnWords& f, const horloge::Array& x);

/// Attention over one text.   query, key, value (T, D) -> (T, D)
horloge::Array attend(const horloge::MultiHeadAttention& attention,
                      const horloge::Array& query, const horloge::Array& key,
                      const horloge::Array& value,
                      const horloge::AttentionMasks& masks = {});

/// The numbers of a row of what a lesson's step printed when it was last
/// trained: the first row of that name below the heading. FileError if there is
/// none.
///   stored_numbers("06_input_embedding/results/mixed_in.txt", "with
///   positions",
///                  "position read off")
std::vector<double> stored_numbers(const std::string& file,
                                   const std::string& heading,
                                   const std::string& row);
