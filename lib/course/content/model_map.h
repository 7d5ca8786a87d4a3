#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace content {

/// The parts of a Transformer, and which of them each step of a lesson is
/// about: lessons/model.txt.
struct ModelMap {
  struct Part {
    std::string name;   ///< "qkv"
    std::string words;  ///< in a picture: "q, k, v"
    bool in_block = false;
  };
  using Names = std::vector<std::string>;

  std::vector<Part> parts;  ///< in the order in which a token passes them
  /// By topic: from which step on, by its title, which parts are lit.
  std::map<std::string, std::vector<std::pair<std::string, Names>>> lessons;

  /// The lit parts for each of the steps, by their titles. std::runtime_error
  /// for a lesson that is not there, one whose first step has no parts, and a
  /// title that none of the steps has, or has where it is named.
  std::vector<Names> lit(const std::string& topic,
                         const std::vector<std::string>& titles) const;
};

/// std::runtime_error names a line that is none, and a part that is not there,
/// and says so if no block is named.
ModelMap read_model_map(std::string_view text);

}  // namespace content
