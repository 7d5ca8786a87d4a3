#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "horloge/figures/figure.h"

namespace horloge {

/// A figure as JSON: "kind" is "heat_map", "lines", "scatter" or "graph", and the members are those
/// of figure.h under their names, without the empty ones. A node is {"text": …, "below": …}, an
/// edge [from, to].
///
/// The numbers of an array have the fewest digits that give the same `real`, others at most nine.
/// JSON has no NaN and no infinity: they are null, "inf" and "-inf".
///
/// A graph also has its "layout", as `lay_out` finds it for letters of equal width:
/// {"items": [{"layer": 0, "middle": 4, "width": 9, "node": 0}, …], "links": [[from, to], …]},
/// in columns; an item without a node is a joint, and a link runs between items of neighbouring
/// layers.
///
/// ShapeError for values and points that are no matrix, and as from `lay_out`.
nlohmann::json json_of(const Figure& figure);

/// The way back. FileError, whose text begins with `where`, for what is no figure: an unknown kind
/// or member, a member of another type, or rows of different lengths.
Figure figure_of(const nlohmann::json& json, const std::string& where);

}  // namespace horloge
