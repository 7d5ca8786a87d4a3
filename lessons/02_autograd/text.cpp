#include "text.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "horloge/core/error.h"

using horloge::Array;

double largest(const Array& x) {
  double most = 0;
  for (const double number : x) most = std::max(most, std::fabs(number));
  return most;
}

std::string numbers(const Array& x, int precision) {
  const std::size_t columns = x.dimension() == 0 ? 1 : x.shape().back();
  std::string text;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i > 0 && i % columns == 0 && columns < x.size()) text += "  |";
    // Adding 0 turns -0 into 0.
    const double rounding = std::pow(10, precision);
    const double number =
        std::round(double(x.data()[i]) * rounding) / rounding + 0.0;
    text += fmt::format("{:{}.{}f}", number, precision + 5, precision);
  }
  return text;
}

horloge::Lines::Line curve(const std::string& name, const Array& x,
                           const Array& y) {
  return {name, {x.begin(), x.end()}, {y.begin(), y.end()}};
}

std::string wrapped(const stage::Page& page, const std::string& text) {
  std::istringstream words(text);
  std::string lines, line = "  ";
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > page.terminal().width) {
      lines += line + "\n";
      line = "  ";
    }
    line += " " + word;
  }
  return lines + line + "\n";
}

std::string complaint(const stage::Page& page,
                      const std::function<void()>& f) try {
  f();
  return wrapped(page, "no complaint");
} catch (const horloge::Error& e) {
  return wrapped(page, e.what());
}
