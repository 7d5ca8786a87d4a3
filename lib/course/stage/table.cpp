#include "course/stage/table.h"

#include <nlohmann/json.hpp>

namespace stage {
namespace {

nlohmann::json json_of_cell(const Table::Cell& cell) {
  nlohmann::json json{{"text", cell.text}};
  if (cell.value) json["value"] = *cell.value;
  if (cell.within_noise) json["within_noise"] = true;
  return json;
}

}  // namespace

nlohmann::json json_of(const Table& table) {
  nlohmann::json json{{"title", table.title}, {"heading", table.heading}};
  json["rows"] = nlohmann::json::array();
  for (const Table::Row& row : table.rows) {
    auto cells = nlohmann::json::array();
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
