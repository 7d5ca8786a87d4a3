// Slopes of plain numbers: by nudging, and by the chain rule.

#include "slopes.h"
#include "course/stage/lesson.h"

// Step: nudge
double slope(const std::function<double(double)>& f, double x) {
  const double h = 0.001;
  return (f(x + h) - f(x)) / h;
}

double formula(double a, double b, double c) { return std::tanh(a * b + c); }

// Fold: prints y and its slope with respect to a, b and c
void nudge(Page& page) {
  const double a = 2, b = -3, c = 6.5;
  page.print("y         {:8.4f}\n", formula(a, b, c));
  page.print("slope, a  {:8.4f}\n",
             slope([&](double x) { return formula(x, b, c); }, a));
  page.print("slope, b  {:8.4f}\n",
             slope([&](double x) { return formula(a, x, c); }, b));
  page.print("slope, c  {:8.4f}\n",
             slope([&](double x) { return formula(a, b, x); }, c));
  const double moved = formula(a + 0.001, b, c) - formula(a, b, c);
  page.came_out(moved > 0 ? "it rises" : moved < 0 ? "it falls" : "nothing");
}

// Step: chain_rule
void chain_rule(Page& page) {
  const double a = 2, b = -3, c = 6.5;
  const double p = a * b;  // forward
  const double s = p + c;
  const double y = std::tanh(s);

  const double dy = 1;  // and back, the last line first
  const double ds = dy * (1 - y * y);
  const double dp = ds * 1, dc = ds * 1;
  const double da = dp * b, db = dp * a;

  // Fold: prints what was found on both ways
  page.print("forward   p {:8.4f}   s {:8.4f}   y {:8.4f}\n", p, s, y);
  page.print("back     ds {:8.4f}  dp {:8.4f}\n", ds, dp);
  page.print("slopes   da {:8.4f}  db {:8.4f}  dc {:8.4f}\n", da, db, dc);
}

// Step: step_size
// The typical error of a nudged slope of 1/x, which ought to be -1/x^2, at 200
// points between 1 and 2.
template <class Number>
double slope_error(double step, bool both_ways) {
  const auto h = static_cast<Number>(step);
  double squares = 0;
  for (int i = 0; i < 200; ++i) {
    const Number x = 1 + Number(i) / 200;
    const Number above = 1 / (x + h), here = 1 / x, below = 1 / (x - h);
    const Number slope = both_ways ? (above - below) / (2 * h)  //
                                   : (above - here) / h;
    const double error = double(slope) + 1 / (double(x) * double(x));
    squares += error * error;
  }
  return std::sqrt(squares / 200);
}

// Fold: measures it for many steps h and draws it
void step_size(Page& page) {
  horloge::Lines figure{"error of a nudged slope", "log10 h", "log10", {}};
  const auto measure = [&](const char* name, auto error_at) {
    horloge::Lines::Line line{name, {}, {}};
    double best_h = 0, least = 1;
    double decade = 1e-12;
    for (int i = 0; i < 12; ++i, decade *= 10)
      for (const int digit : {1, 2, 5}) {
        const double h = digit * decade, error = error_at(h);
        line.x.push_back(std::log10(h));
        line.y.push_back(std::log10(error));
        if (error < least) best_h = h, least = error;
      }
    figure.lines.push_back(line);
    page.print("{:<18}  best h {:.0e}  error {:.0e}\n", name, best_h, least);
  };
  measure("float, up", [](double h) { return slope_error<float>(h, false); });
  measure("float, both ways",
          [](double h) { return slope_error<float>(h, true); });
  measure("double, up", [](double h) { return slope_error<double>(h, false); });
  measure("double, both ways",
          [](double h) { return slope_error<double>(h, true); });
  page.print("\n");
  page.show(figure);
}
