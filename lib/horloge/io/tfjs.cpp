#include "horloge/io/tfjs.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/json.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<DType> dtype_of(const std::string& name) {
  if (name == "float32") return DType::F32;
  if (name == "int32") return DType::I32;
  if (name == "bool") return DType::BOOL;
  return {};
}

// Reads one model.
class Reader {
 public:
  explicit Reader(const fs::path& path) : path_(path) {}

  std::map<std::string, StoredTensor> read() {
    const json model = read_json(path_, who);
    for (const json& group : list_of(model, "weightsManifest")) read_group(group);
    return std::move(weights_);
  }

 private:
  static constexpr const char* who = "read_tfjs_weights";

  [[noreturn]] void fail(const std::string& what) const {
    throw FileError(fmt::format("[{}] {}: {}", who, path_.string(), what));
  }

  const json& member(const json& of, const char* key) const {
    const auto found = of.is_object() ? of.find(key) : of.end();
    if (found == of.end()) fail(fmt::format("{} is missing", key));
    return *found;
  }

  const json& list_of(const json& of, const char* key) const {
    const json& list = member(of, key);
    if (!list.is_array()) fail(fmt::format("{} must be a list", key));
    return list;
  }

  std::string text_of(const json& of, const char* key) const {
    const json& text = member(of, key);
    if (!text.is_string()) fail(fmt::format("{} must be a string", key));
    return text.get<std::string>();
  }

  void read_group(const json& group) {
    const Bytes bytes = joined_files(list_of(group, "paths"));
    std::size_t at = 0;
    for (const json& weight : list_of(group, "weights")) at += read_weight(weight, bytes, at);
    if (at != bytes.view.size())
      fail(fmt::format("the weight files have {} bytes, the manifest describes {}",
                       bytes.view.size(), at));
  }

  Bytes joined_files(const json& paths) const {
    std::string all;
    for (const json& name : paths) {
      if (!name.is_string() || fs::path(name.get<std::string>()).has_parent_path())
        fail("paths must name files in the same folder");
      all += map_file(path_.parent_path() / name.get<std::string>(), who).view;
    }
    return own_bytes(std::move(all));
  }

  // Returns how many bytes the weight takes.
  std::size_t read_weight(const json& weight, const Bytes& bytes, std::size_t at) {
    const std::string name = text_of(weight, "name"), type = text_of(weight, "dtype");
    const auto dtype = dtype_of(type);
    if (!dtype)
      fail(fmt::format("{} is {}; only float32, int32 and bool are supported", excerpt(name),
                       excerpt(type)));
    if (weight.contains("quantization"))
      fail(excerpt(name) + " is quantized, which is not supported");
    const Shape shape = shape_of(weight, name);
    std::size_t size = 0;
    if (!stored_size(*dtype, shape, size) || size > bytes.view.size() - at)
      fail(fmt::format("{} {} runs past the end of the files", excerpt(name),
                       excerpt(to_string(shape))));
    if (!weights_.emplace(name, StoredTensor(*dtype, shape, bytes.slice(at, size))).second)
      fail(excerpt(name) + " appears twice");
    return size;
  }

  Shape shape_of(const json& weight, const std::string& name) const {
    Shape shape;
    for (const json& size : list_of(weight, "shape")) {
      if (!size.is_number_unsigned())
        fail("the shape of " + excerpt(name) + " must be unsigned integers");
      shape.push_back(size.get<std::size_t>());
    }
    return shape;
  }

  const fs::path& path_;
  std::map<std::string, StoredTensor> weights_;
};

}  // namespace

std::map<std::string, StoredTensor> read_tfjs_weights(const fs::path& model_json) {
  return Reader(model_json).read();
}

}  // namespace horloge
