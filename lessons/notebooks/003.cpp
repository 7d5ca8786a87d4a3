// What notebook 4 says in formulas, computed in its own names.

#include "course/stage/lesson.h"

constexpr double two_pi = 6.283185307179586;

double omega(int k, int d) { return 1 / std::pow(10000, 2.0 * k / d); }

// Step: share_of_the_way
void share_of_the_way(Page& page) {
  for (const int N : {3, 5}) {
    page.print("N = {}:", N);
    for (int t = 0; t < N; ++t) page.print(" {:.2f}", t / (N - 1.0));
    page.print("\n");
  }
}

// Step: p_t
void p_t(Page& page) {
  const int d = 8, t = 3;
  page.print("p_t =");
  for (int i = 0; i < d; ++i) {
    const int k = i / 2;
    const double angle = omega(k, d) * t;
    page.print(" {:.4f}", i % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
  page.print("\n");
}

// Step: lambda_k
void lambda_k(Page& page) {
  const int d = 512;
  for (const int k : {0, 1, 2, d / 2 - 1, d / 2})
    page.print("k = {:3}: lambda_k = {:8.1f}\n", k, two_pi / omega(k, d));
}

// Step: bits
void bits(Page& page) {
  for (const unsigned weight : {1, 2, 4, 8}) {  // from the LSB to the MSB
    int changes = 0;
    for (unsigned n = 0; n < 8; ++n)
      if ((n & weight) != ((n + 1) & weight)) ++changes;
    page.print("bit of {}: changes {} times from 0 to 8\n", weight, changes);
  }
}

// Step: cycles
void cycles(Page& page) {
  const int d = 512;
  page.print("omega_0 = {:.0f}: a cycle of {:.2f} positions\n", omega(0, d),
             two_pi / omega(0, d));
  page.print("1 / 10000: a cycle of {:.0f} positions\n", two_pi * 10000);
}

// Step: offset_matrix
void offset_matrix(Page& page) {
  const double omega_k = 1, t = 5, phi = 3;
  const double c = std::cos(omega_k * phi), s = std::sin(omega_k * phi);
  const double M[2][2] = {{c, s}, {-s, c}};
  const double p[2] = {std::sin(omega_k * t), std::cos(omega_k * t)};
  page.print("M p_t     = {:.4f} {:.4f}\n", M[0][0] * p[0] + M[0][1] * p[1],
             M[1][0] * p[0] + M[1][1] * p[1]);
  page.print("p_(t+phi) = {:.4f} {:.4f}\n", std::sin(omega_k * (t + phi)),
             std::cos(omega_k * (t + phi)));
}
