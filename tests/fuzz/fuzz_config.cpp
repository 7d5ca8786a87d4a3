// Whatever a config.json holds, beside the weights of a small model of its type it gives a model
// that computes, or one of the library's errors, fit for the screen.

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>

#include "any_tokenizer.h"
#include "horloge/autograd/tensor.h"
#include "horloge/models/models.h"

namespace horloge {
namespace {

std::map<std::string, SafetensorsFile> read_weights() {
  namespace fs = std::filesystem;
  const fs::directory_iterator folders(fs::path(HORLOGE_DATA_DIR) / "golden/models");
  std::map<std::string, SafetensorsFile> all;
  for (const fs::path& folder : std::set<fs::path>(begin(folders), end(folders))) {
    const std::string type = Config::read(folder / "config.json").text("model_type");
    all.emplace(type, read_safetensors(folder / "model.safetensors"));
    const fs::path meta = folder / "consolidated_meta.safetensors";
    if (fs::exists(meta)) all.emplace("", read_safetensors(meta));
  }
  return all;
}

// By model_type, which the configs of Meta's layout do not have.
const SafetensorsFile& weights_of(const std::string& type) {
  static const std::map<std::string, SafetensorsFile> all = read_weights();
  const auto found = all.find(type);
  return found != all.end() ? found->second : all.begin()->second;
}

void load(const std::string& bytes) try {
  const Config config = Config::parse(bytes);
  const auto model =
      make_model({config, weights_of(config.has("model_type") ? config.text("model_type") : "")});
  const NoGrad no_grad;
  ModelInput input;
  input.ids = {{1, 2, 3, 2, 1}};
  model->forward(input);
} catch (const Error& e) {
  require_fit_for_screen(e.what());
}

}  // namespace
}  // namespace horloge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  horloge::load({reinterpret_cast<const char*>(data), size});
  return 0;
}
