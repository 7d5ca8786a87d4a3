#pragma once

#include <string>
#include <vector>

#include "course/live/question.h"
#include "horloge/core/array.h"

// What a question is asked with, read with a sentence for whatever does not
// fit: "d_model must be a whole number from 2 to 512, is 0". The name of the
// argument is the key in "with".

namespace live {

std::size_t whole_number(const Json& with, const char* name, std::size_t low,
                         std::size_t high);

double number(const Json& with, const char* name, double low, double high);

bool truth(const Json& with, const char* name);

std::string text(const Json& with, const char* name);

/// One of these names.
std::string choice(const Json& with, const char* name,
                   const std::vector<std::string>& names);

/// At most so many numbers.
std::vector<double> numbers(const Json& with, const char* name,
                            std::size_t most);

/// A matrix of at most `most` numbers, all rows of one length.   -> (M, N)
horloge::Array matrix(const Json& with, const char* name, std::size_t most);

/// Nested arrays, each number with as few digits as say which it is. A NaN or
/// an infinity becomes null.
Json to_json(const horloge::Array& array);
Json to_json(const horloge::Ids& ids);

}  // namespace live
