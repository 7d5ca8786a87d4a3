#pragma once

#include <functional>
#include <string>
#include <vector>

#include "course/stage/page.h"
#include "horloge/core/array.h"

// What helps to show things and is no part of the subject.

/// The sentences of data/sentences/fr.tsv.
std::vector<std::string> french_sentences();

/// Of all numbers of an array, in double precision.
struct Statistics {
  double mean, deviation, smallest, largest;
};
Statistics statistics(const horloge::Array& x);

/// `mean 0.0000   std dev 1.0000   from -4.0000 to 4.0000`
std::string to_text(const Statistics& of);

/// How many of the values lie in each of the cells between low and high, as
/// stairs.
horloge::Lines histogram(const horloge::Array& values, double low, double high,
                         std::size_t cells);

/// Each token with its id below.
void print_tokens(stage::Page& page, const std::vector<std::string>& tokens,
                  const horloge::Ids& ids);

/// A matrix, a row a line, led by its number.
void print_rows(stage::Page& page, const horloge::Array& matrix);

/// Calls it and prints the error that it throws.
void print_error(stage::Page& page, const std::string& what,
                 const std::function<void()>& call);
