#include "horloge/figures/figure_json.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

using nlohmann::json;

// What a member must be, where it is not.
struct Unfit {
  std::string must_be;
};

void require(bool holds, const char* must_be) {
  if (!holds) throw Unfit{must_be};
}

void take(const json& from, std::string& text) {
  require(from.is_string(), "a text");
  text = from.get<std::string>();
}

void take(const json& from, bool& is_so) {
  require(from.is_boolean(), "true or false");
  is_so = from.get<bool>();
}

void take(const json& from, std::size_t& count) {
  require(from.is_number_unsigned(), "a whole number from 0");
  count = from.get<std::size_t>();
}

void take(const json& from, double& x) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (from.is_number())
    x = from.get<double>();
  else if (from.is_null())
    x = std::numeric_limits<double>::quiet_NaN();
  else if (from == "inf")
    x = infinite;
  else if (from == "-inf")
    x = -infinite;
  else
    throw Unfit{"a number, null, \"inf\" or \"-inf\""};
}

void take(const json& from, std::pair<std::size_t, std::size_t>& edge) {
  require(from.is_array() && from.size() == 2 && from[0].is_number_unsigned() &&
              from[1].is_number_unsigned(),
          "a pair of nodes");
  edge = {from[0].get<std::size_t>(), from[1].get<std::size_t>()};
}

template <class T>
void take(const json& from, std::vector<T>& list) {
  require(from.is_array(), "a list");
  for (const json& one : from) {
    T item{};
    try {
      take(one, item);
    } catch (const Unfit& unfit) {
      throw Unfit{"a list, each item " + unfit.must_be};
    }
    list.push_back(std::move(item));
  }
}

// Members that are not asked for are not known.
class Members {
 public:
  Members(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) fail("must be an object {…}");
  }

  template <class T>
  void read(const char* name, T& member) {
    known_.insert(name);
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    try {
      take(*found, member);
    } catch (const Unfit& unfit) {
      fail(fmt::format("\"{}\" must be {}", name, unfit.must_be));
    }
  }

  /// Lists of equal length; `columns` where there is no row.
  void read(const char* name, Array& matrix, std::size_t columns) {
    std::vector<std::vector<double>> rows;
    read(name, rows);
    if (!rows.empty()) columns = rows[0].size();
    matrix = zeros({rows.size(), columns});
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].size() != columns)
        fail(fmt::format("row {} of \"{}\" has {} numbers, row 0 has {}", r, name, rows[r].size(),
                         columns));
      for (std::size_t c = 0; c < columns; ++c) matrix(r, c) = static_cast<real>(rows[r][c]);
    }
  }

  template <class T>
  void read_all(const char* name, std::vector<T>& list) {
    known_.insert(name);
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    if (!found->is_array()) fail(fmt::format("\"{}\" must be a list", name));
    for (std::size_t i = 0; i < found->size(); ++i)
      list.push_back(part_of((*found)[i], fmt::format("{}{}[{}]: ", where_, name, i), T{}));
  }

  void skip(const char* name) { known_.insert(name); }

  void end() const {
    for (const auto& [name, value] : object_.items())
      if (known_.count(name) == 0) fail(fmt::format("\"{}\" is not known here", excerpt(name)));
  }

  [[noreturn]] void fail(const std::string& what) const { throw FileError(where_ + what); }

 private:
  static Lines::Line part_of(const json& from, const std::string& where, Lines::Line line) {
    Members members(from, where);
    members.read("name", line.name);
    members.read("x", line.x);
    members.read("y", line.y);
    members.end();
    return line;
  }

  static Graph::Node part_of(const json& from, const std::string& where, Graph::Node node) {
    Members members(from, where);
    members.read("text", node.text);
    members.read("below", node.below);
    members.end();
    return node;
  }

  const json& object_;
  std::string where_;
  std::set<std::string> known_;
};

template <class F>
void read_labels(Members& members, F& figure) {
  members.read("x_label", figure.x_label);
  members.read("y_label", figure.y_label);
}

void read_figure(Members& members, HeatMap& map) {
  read_labels(members, map);
  members.read("values", map.values, 0);
  members.read("low", map.low);
  members.read("high", map.high);
  members.read("row_names", map.row_names);
  members.read("column_names", map.column_names);
}

void read_figure(Members& members, Lines& lines) {
  read_labels(members, lines);
  members.read_all("lines", lines.lines);
  members.read("y_low", lines.y_low);
  members.read("y_high", lines.y_high);
  members.read("stairs", lines.stairs);
}

void read_figure(Members& members, Scatter& scatter) {
  read_labels(members, scatter);
  members.read("points", scatter.points, 2);
  members.read("names", scatter.names);
  members.read("groups", scatter.groups);
  members.read("group_names", scatter.group_names);
  members.read("same_scale", scatter.same_scale);
  members.read("joined", scatter.joined);
}

void read_figure(Members& members, Graph& graph) {
  members.read_all("nodes", graph.nodes);
  members.read("edges", graph.edges);
  members.skip("layout");  // it follows from the rest
}

template <class F>
Figure figure_in(Members& members) {
  F figure;
  members.read("title", figure.title);
  read_figure(members, figure);
  members.end();
  return figure;
}

}  // namespace

Figure figure_of(const json& from, const std::string& where) {
  Members members(from, where);
  std::string kind;
  members.read("kind", kind);
  if (kind == "heat_map") return figure_in<HeatMap>(members);
  if (kind == "lines") return figure_in<Lines>(members);
  if (kind == "scatter") return figure_in<Scatter>(members);
  if (kind == "graph") return figure_in<Graph>(members);
  members.fail(
      fmt::format("\"kind\" must be \"heat_map\", \"lines\", \"scatter\" or \"graph\", "
                  "not \"{}\"",
                  excerpt(kind)));
}

}  // namespace horloge
