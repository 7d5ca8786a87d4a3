// A program of a library that was built without MPI: group.cpp is compiled into it anew.

#include <iostream>

#include "horloge/train/group.h"

int main() try {
  std::cout << horloge::Group::world().size() << '\n';
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
