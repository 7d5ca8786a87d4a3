#pragma once

#include <cstddef>
#include <string>

#include "horloge/figures/axis.h"
#include "horloge/figures/dot_canvas.h"
#include "horloge/figures/screen.h"
#include "horloge/figures/terminal.h"

namespace horloge {

/// The plot area with numbered axes to its left and below; maps data to dots.
class PlotFrame {
 public:
  /// As large as the canvas. With `same_scale` the area shrinks and the spans widen until a dot
  /// covers the same length in x and in y.
  PlotFrame(Span x, Span y, bool same_scale, const Canvas& canvas);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t left() const { return left_; }  ///< the first column right of the axis
  const Span& x() const { return x_; }
  const Span& y() const { return y_; }

  Dot dot(double x, double y) const;

  /// An empty screen with room for the area, the axes and their numbers.
  Screen blank() const { return Screen(rows_ + 2, canvas_.width); }
  void draw_axes(Screen& screen) const;

 private:
  void lay_out(bool same_scale);
  void equalize();

  Canvas canvas_;
  Span x_, y_;
  std::size_t rows_ = 1;
  std::size_t columns_ = 1;
  std::size_t left_ = 0;
};

/// Labels below an axis, each centred at its column; one that would touch the label before it is
/// left out.
struct PlacedLabel {
  std::size_t column = 0;
  std::string text;
};
void put_labels(Screen& screen, std::size_t row, std::size_t screen_columns,
                const std::vector<PlacedLabel>& labels);

}  // namespace horloge
