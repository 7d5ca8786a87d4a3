#pragma once

#include "course/exercise/exercise.h"

/// What another seed does to the picture of an untrained matrix.
enum class Meaning {
  same_map,   ///< nothing: both show the same share, so they are the same map
  same_luck,  ///< shares depend on the sizes; who is near whom is chance
  turned_map  ///< it turns the map, and every word keeps its neighbours
};

double my_guess();
double kept_neighbours(const horloge::Array& a, const horloge::Array& b);
Meaning what_it_means();
