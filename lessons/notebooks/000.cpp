// What cells of notebook 1 compute, in its own names.

#include <fmt/format.h>

#include "course/stage/lesson.h"

using horloge::HeatMap;
using horloge::Scatter;
using xt::placeholders::_;

namespace {

void print_row(Page& page, const std::string& name, const Array& row) {
  page.print("{}", name);
  for (const real x : row) page.print(" {:7.4f}", x);
  page.print("\n");
}

}  // namespace

// Step: the_function
Array get_positional_encoding(std::size_t seq_len, std::size_t d_model) {
  const Array position = xt::arange<real>(0, real(seq_len));
  const Array two_i = xt::arange<real>(0, real(d_model), 2);
  const Array div_term = xt::exp(two_i * real(-std::log(10000.0) / d_model));
  const Array angle = xt::linalg::outer(position, div_term);

  Array pe = xt::zeros<real>({seq_len, d_model});
  xt::view(pe, xt::all(), xt::range(0, _, 2)) = xt::sin(angle);
  xt::view(pe, xt::all(), xt::range(1, _, 2)) = xt::cos(angle);
  return pe;  // (seq_len, d_model)
}

void the_function(Page& page) {
  const Array pe = get_positional_encoding(10, 8);
  page.print("pe {}\n", horloge::to_string(pe.shape()));
}

// Step: position_by_hand
void position_by_hand(Page& page) {
  const int d_model = 8, pos = 3;
  for (int dim = 0; dim < d_model; ++dim) {
    const int i = dim / 2;
    const double exposant = 2.0 * i / d_model;
    const double diviseur = std::pow(10000, exposant);
    const double argument = pos / diviseur;
    const bool pair = dim % 2 == 0;  // an even column
    const double valeur = pair ? std::sin(argument) : std::cos(argument);
    page.print("Dim {} | i={} | {}({}/{:6.1f}) = {:7.4f}\n", dim, i,
               pair ? "sin" : "cos", pos, diviseur, valeur);
  }
}

// Step: position_by_function
void position_by_function(Page& page) {
  const Array pe = get_positional_encoding(10, 8);
  print_row(page, "pe[3] =", xt::view(pe, 3));
}

// Step: two_dimensions
void two_dimensions(Page& page) {
  page.print("pos    val_dim0   val_dim6\n");
  for (const int pos : {0, 1, 2, 3, 10, 100}) {
    const double val_dim0 = std::sin(pos / 1.0);
    const double val_dim6 = std::sin(pos / 1000.0);
    page.print("{:<5}{:10.4f}{:11.6f}\n", pos, val_dim0, val_dim6);
  }
}

// Step: two_circles
void two_circles(Page& page) {
  for (const int diviseur : {1, 100}) {
    Scatter circle;
    circle.title = fmt::format("diviseur = {}", diviseur);
    circle.x_label = "sin";
    circle.y_label = "cos";
    circle.points = xt::zeros<real>({20, 2});
    for (std::size_t p = 0; p < 20; ++p) {
      circle.points(p, 0) = real(std::sin(double(p) / diviseur));
      circle.points(p, 1) = real(std::cos(double(p) / diviseur));
      circle.names.push_back(std::to_string(p));
    }
    circle.same_scale = diviseur == 1;
    page.show(circle);
  }
}

// Step: scores_with_positions
void scores_with_positions(Page& page) {
  Rng rng(1);
  const Array PE = get_positional_encoding(5, 8);
  const Array embedding = rng.normal({5, 8});  // le chat mange la souris
  const Array W_q = rng.normal({8, 8}), W_k = rng.normal({8, 8});
  const auto score = [&](const Array& x) {
    const Array Q = xt::linalg::dot(x, xt::transpose(W_q));
    const Array K = xt::linalg::dot(x, xt::transpose(W_k));
    return Array(xt::linalg::dot(Q, xt::transpose(K)));  // (5, 5)
  };
  // The words backwards: what does "chat" give to "souris" then?
  const Array backwards = xt::flip(embedding, 0);
  page.print("chat . souris       as written   backwards\n");
  page.print("without PE     {:15.2f}{:12.2f}\n", score(embedding)(1, 4),
             score(backwards)(3, 0));
  page.print("with PE        {:15.2f}{:12.2f}\n", score(embedding + PE)(1, 4),
             score(backwards + PE)(3, 0));
}

// Step: range_of_divisors
void range_of_divisors(Page& page) {
  for (const int d_model : {64, 256, 512}) {
    const double div_min = std::pow(10000, 0.0 / d_model);
    const double div_max = std::pow(10000, (d_model - 2.0) / d_model);
    const int n_frequences = d_model / 2;
    page.print("d_model={:3}: {:.0f} to {:.0f}, {} pairs\n", d_model, div_min,
               div_max, n_frequences);
  }
}

// Step: distance_of_neighbours
void distance_of_neighbours(Page& page) {
  const Array pe = get_positional_encoding(1000, 64);
  for (const std::size_t pos : {0, 10, 100, 500, 998}) {
    const Array step = xt::view(pe, pos + 1) - xt::view(pe, pos);
    const double dist = std::sqrt(xt::sum(step * step)());
    page.print("pos={:3} and {:3}: dist = {:.4f}\n", pos, pos + 1, dist);
  }
}

// Step: pe_visu
void pe_visu(Page& page) {
  const Array pe = get_positional_encoding(100, 64);
  HeatMap map;
  map.values = xt::transpose(pe);
  map.low = -1;
  map.high = 1;
  map.x_label = "position";
  map.y_label = "dimension";
  page.show(map);
}

// Step: rotated
Array rotate(const Array& x, double position) {  // two columns
  const double c = std::cos(position), s = std::sin(position);
  return {real(c * x(0) - s * x(1)), real(s * x(0) + c * x(1))};
}

void rotated(Page& page) {
  const Array Q = {1, 2}, K = {real(0.5), -1};
  for (const double position : {2, 12, 102}) {
    const Array Q_rotated = rotate(Q, position);
    const Array K_rotated = rotate(K, position - 2);
    page.print("positions {:3} and {:3}: Q . K = {:.4f}\n", position,
               position - 2, xt::sum(Q_rotated * K_rotated)());
  }
}

// Step: linear_bias
void linear_bias(Page& page) {
  const int i = 4;
  const double m = 0.5, q_dot_k = 1;  // the same for all keys
  page.print("Score[4, j]:");
  for (int j = 0; j <= i; ++j)
    page.print(" {:5.2f}", q_dot_k - m * std::abs(i - j));
  page.print("\n");
}

// Step: position_bias
void position_bias(Page& page) {
  // One learned number for each distance i - j, here from 0 to 4.
  const Array bias = {real(0.2), real(1.5), real(0.1), -1, -1};
  const std::size_t i = 4;
  const double q_dot_k = 1;
  page.print("Score[4, j]:");
  for (std::size_t j = 0; j <= i; ++j)
    page.print(" {:5.2f}", q_dot_k + bias(i - j));
  page.print("\n");
}
