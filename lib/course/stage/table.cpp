#include "course/stage/table.h"

#include <nlohmann/json.hpp>

namespace stage {
namespace {

using Json = nlohmann::json;

Json json_of_cell(const Table::Cell& cell) {
  Json json{{"text", cell.text}};
  if (cell.value) json["value"] = *cell.value;
  if (cell.within_noise) json["within_noise"] = true;
  return json;
}

}  // namespace

Json json_of(const Table& table) {
  Json json{{"title", table.title}, {"heading", table.heading}};
  json["rows"] = Json::array();
  for (const Table::Row& row : table.rows) {
    Json cells = Json::array();
    for (const Table::Cell& cell : row.cells)
      cells.push_back(json_of_cell(cell));
    json["rows"].push_back({{"name", row.name}, {"cells", cells}});
  }
  if (table.along.empty()) return json;
  json["along"] = table.along;
  json["along_label"] = table.along_label;
  return json;
}

}  // namespace stage
