#pragma once

#include <string>

namespace horloge::test {

/// error_of<FileError>([&] { read_json(path, "reader"); }): the text of the error of this kind that
/// it throws, or "no error". Another kind passes on and fails the test.
template <class ErrorType, class Work>
std::string error_of(const Work& work) {
  try {
    work();
  } catch (const ErrorType& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace horloge::test
