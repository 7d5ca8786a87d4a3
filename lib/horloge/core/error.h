#pragma once

#include <stdexcept>
#include <string>

namespace horloge {

/// The base of all errors that the library throws. The text names the function, the rule, what was
/// found and, where that is known, what to do: `[matmul] inner sizes differ: (2, 3) @ (5, 6) has
/// 3 against 5`.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shapes that do not fit together.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// An id, axis or position outside its range.
class IndexError : public Error {
 public:
  using Error::Error;
};

/// A value or a state that is not valid for the call.
class ValueError : public Error {
 public:
  using Error::Error;
};

/// A file that is missing, unreadable or malformed.
class FileError : public Error {
 public:
  using Error::Error;
};

}  // namespace horloge
