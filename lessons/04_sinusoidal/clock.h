#pragma once

/// Where a hand of the clock points, in hours: 0 is the top, 3 the right.
double hour(double sine, double cosine);
