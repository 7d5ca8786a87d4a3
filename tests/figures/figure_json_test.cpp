#include "horloge/figures/figure_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/arrays.h"
#include "support/error_of.h"

namespace horloge {
namespace {

using nlohmann::json;

HeatMap map_of_numbers() {
  HeatMap map;
  map.title = "weights";
  map.x_label = "key";
  map.values = array_of({2, 3}, {0.1, -2, 1e-7, 3.25, test::nan, -test::infinity});
  map.low = -1.5;
  map.high = 1.5;
  map.row_names = {"a", "é"};
  map.column_names = {"", "\"x\"", "y"};
  return map;
}

Graph diamond() {
  Graph graph;
  graph.title = "a graph";
  graph.nodes = {{"a = 2", "grad 3"}, {"b", ""}, {"mul", ""}, {"add", "x"}};
  graph.edges = {{0, 2}, {1, 2}, {2, 3}, {0, 3}};
  return graph;
}

Figure there_and_back(const Figure& figure) {
  return figure_of(json::parse(json_of(figure).dump()), "");
}

template <class F>
F same(const F& figure) {
  return std::get<F>(there_and_back(figure));
}

TEST(FigureJson, HasTheMembersOfAHeatMap) {
  EXPECT_EQ(json_of(map_of_numbers()), json::parse(R"({
    "kind": "heat_map", "title": "weights", "x_label": "key",
    "values": [[0.1, -2, 1e-7], [3.25, null, "-inf"]],
    "low": -1.5, "high": 1.5, "row_names": ["a", "é"], "column_names": ["", "\"x\"", "y"]})"));
}

TEST(FigureJson, LeavesOutWhatIsEmpty) {
  HeatMap map;
  map.values = zeros({1, 2});
  EXPECT_EQ(json_of(map).dump(), R"({"kind":"heat_map","values":[[0,0]]})");
  EXPECT_EQ(json_of(Lines()).dump(), R"({"kind":"lines","lines":[]})");
  Scatter scatter;
  scatter.points = zeros({0, 2});
  EXPECT_EQ(json_of(scatter).dump(), R"({"kind":"scatter","points":[]})");
  EXPECT_EQ(same(scatter).points.shape(), scatter.points.shape());
  EXPECT_EQ(json_of(Graph()).dump(), R"({"kind":"graph","nodes":[]})");
}

TEST(FigureJson, BringsAHeatMapBack) {
  const HeatMap map = map_of_numbers();
  const HeatMap back = same(map);
  EXPECT_EQ(back.title, map.title);
  EXPECT_EQ(back.x_label, map.x_label);
  EXPECT_EQ(back.y_label, "");
  EXPECT_TRUE(test::near(back.values, map.values, 0));
  EXPECT_EQ(back.low, map.low);
  EXPECT_EQ(back.high, map.high);
  EXPECT_EQ(back.row_names, map.row_names);
  EXPECT_EQ(back.column_names, map.column_names);
}

TEST(FigureJson, BringsEveryRealBackWithItsBits) {
  Rng rng(1);
  HeatMap map;
  map.values = rng.normal({40, 50});
  for (std::size_t c = 0; c < 50; ++c) map.values(0, c) *= static_cast<real>(1e-30);
  EXPECT_EQ(same(map).values, map.values);
}

TEST(FigureJson, BringsLinesBack) {
  Lines lines;
  lines.y_label = "loss";
  lines.lines = {{"one", {0, 1, 2.5}, {1. / 3, 123456789.25, test::infinity}}, {"", {}, {}}};
  lines.y_low = -1;
  lines.y_high = 7;
  lines.stairs = true;
  EXPECT_EQ(json_of(lines), json::parse(R"({
    "kind": "lines", "y_label": "loss", "y_low": -1, "y_high": 7, "stairs": true,
    "lines": [{"name": "one", "x": [0, 1, 2.5], "y": [0.333333333, 123456789, "inf"]},
              {"x": [], "y": []}]})"));
  const Lines back = same(lines);
  ASSERT_EQ(back.lines.size(), 2U);
  EXPECT_EQ(back.lines[0].name, "one");
  EXPECT_EQ(back.lines[0].x, lines.lines[0].x);
  EXPECT_NEAR(back.lines[0].y[0], 1. / 3, 1e-9);
  EXPECT_EQ(back.lines[0].y[2], test::infinity);
  EXPECT_EQ(back.y_high, 7);
  EXPECT_TRUE(back.stairs);
}

TEST(FigureJson, BringsAScatterBack) {
  Scatter scatter;
  scatter.points = array_of({2, 2}, {0, 1, 0.5, -1});
  scatter.names = {"a", ""};
  scatter.groups = {1, 0};
  scatter.group_names = {"low", "high"};
  scatter.same_scale = true;
  scatter.joined = true;
  EXPECT_EQ(json_of(scatter), json::parse(R"({
    "kind": "scatter", "points": [[0, 1], [0.5, -1]], "names": ["a", ""], "groups": [1, 0],
    "group_names": ["low", "high"], "same_scale": true, "joined": true})"));
  const Scatter back = same(scatter);
  EXPECT_EQ(back.points, scatter.points);
  EXPECT_EQ(back.names, scatter.names);
  EXPECT_EQ(back.groups, scatter.groups);
  EXPECT_EQ(back.group_names, scatter.group_names);
  EXPECT_TRUE(back.same_scale && back.joined);
}

TEST(FigureJson, BringsAGraphBack) {
  const Graph back = same(diamond());
  EXPECT_EQ(back.title, "a graph");
  ASSERT_EQ(back.nodes.size(), 4U);
  EXPECT_EQ(back.nodes[0].below, "grad 3");
  EXPECT_EQ(back.nodes[3].text, "add");
  EXPECT_EQ(back.edges, diamond().edges);
}

// a → add is longer than a layer: it passes through a joint.
TEST(FigureJson, SaysWhereTheNodesOfAGraphStand) {
  const json layout = json_of(diamond())["layout"];
  ASSERT_EQ(layout["items"].size(), 5U);
  ASSERT_EQ(layout["links"].size(), 5U);
  std::vector<std::size_t> layer(4);
  std::size_t joints = 0;
  for (const json& item : layout["items"])
    if (item.contains("node"))
      layer[item["node"]] = item["layer"];
    else
      ++joints;
  EXPECT_EQ(layer, (std::vector<std::size_t>{0, 0, 1, 2}));
  EXPECT_EQ(joints, 1U);
  for (const json& link : layout["links"])
    EXPECT_EQ(layout["items"][link[0].get<std::size_t>()]["layer"].get<int>() + 1,
              layout["items"][link[1].get<std::size_t>()]["layer"]);
  EXPECT_GE(layout["items"][0]["width"], 6 + 4);  // "grad 3" in a box
}

TEST(FigureJson, RefusesWhatCannotBeDrawn) {
  HeatMap map;
  map.values = zeros({3});
  EXPECT_ERROR(json_of(map), ShapeError,
               "[json_of] values must have shape (rows, columns), got (3,)");
  Graph circle = diamond();
  circle.edges.push_back({3, 0});
  EXPECT_THROW(json_of(circle), ShapeError);
  circle.edges = {{0, 9}};
  EXPECT_THROW(json_of(circle), ShapeError);
}

std::string refusal_of(const char* text) {
  return error_of<FileError>([&] { figure_of(json::parse(text), "here: "); });
}

TEST(FigureJson, SaysWhatIsNoFigure) {
  EXPECT_EQ(refusal_of("[]"), "here: must be an object {…}");
  EXPECT_EQ(
      refusal_of(R"({"kind": "pie"})"),
      "here: \"kind\" must be \"heat_map\", \"lines\", \"scatter\" or \"graph\", not \"pie\"");
  EXPECT_EQ(refusal_of(R"({"kind": "lines", "titel": ""})"), "here: \"titel\" is not known here");
  EXPECT_EQ(refusal_of(R"({"kind": "lines", "title": 3})"), "here: \"title\" must be a text");
  EXPECT_EQ(refusal_of(R"({"kind": "lines", "stairs": 1})"),
            "here: \"stairs\" must be true or false");
  EXPECT_EQ(refusal_of(R"({"kind": "lines", "lines": {}})"), "here: \"lines\" must be a list");
  EXPECT_EQ(refusal_of(R"({"kind": "lines", "lines": [{}, {"x": [true]}]})"),
            "here: lines[1]: \"x\" must be a list, each item a number, null, \"inf\" or \"-inf\"");
  EXPECT_EQ(refusal_of(R"({"kind": "heat_map", "values": [[1, 2], [3]]})"),
            "here: row 1 of \"values\" has 1 numbers, row 0 has 2");
  EXPECT_EQ(refusal_of(R"({"kind": "heat_map", "values": [1, 2]})"),
            "here: \"values\" must be a list, each item a list");
  EXPECT_EQ(refusal_of(R"({"kind": "scatter", "groups": [-1]})"),
            "here: \"groups\" must be a list, each item a whole number from 0");
  EXPECT_EQ(refusal_of(R"({"kind": "graph", "edges": [[0]]})"),
            "here: \"edges\" must be a list, each item a pair of nodes");
}

}  // namespace
}  // namespace horloge
