#pragma once

#include <string>
#include <vector>

/// What a notebook's table says of a scheme, and of whom.
struct Said {
  std::string method, used_by, positions, stretches, scheme;
};
const std::vector<Said>& hearsay();
