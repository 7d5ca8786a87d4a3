#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "golden/kinds.h"
#include "golden/model_input.h"
#include "golden/optimizers.h"
#include "golden/translated.h"
#include "horloge/core/error.h"
#include "horloge/models/models.h"
#include "horloge/train/clip.h"

namespace horloge::golden {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// How a run goes on from one step to the next.
struct Method {
  json optimizer = json::object();
  double max_norm = std::numeric_limits<double>::infinity();
  std::string unknown;  ///< what the convention says besides: of the rates, or nothing we know
};

json number_in(const std::string& text, const std::string& key) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0')
    throw ValueError(
        fmt::format("[golden] the convention must have a number behind {}, has \"{}\"", key, text));
  return number;
}

/// The first clause of a convention, such as
///   AdamW lr 3e-3 betas .9/.999 eps 1e-8 weight_decay 0.01 on every parameter, clip_grad_norm_ 1.0
Method method_in(const std::string& convention) {
  std::string clause = convention.substr(0, convention.find(';'));
  for (const std::string usual : {" on every parameter", " on all parameters"})
    if (const auto at = clause.find(usual); at != std::string::npos) clause.erase(at, usual.size());
  std::replace(clause.begin(), clause.end(), ',', ' ');
  Method method;
  std::istringstream words(clause);
  std::string word, value;
  words >> word;
  method.optimizer["opt"] = word;
  while (words >> word) {
    if (word == "nesterov" || word == "amsgrad") {
      method.optimizer[word] = true;
    } else if (word == "clip_grad_norm_" || word == "clip_grad_norm") {
      words >> value;
      method.max_norm = number_in(value, word);
    } else if (word == "betas") {
      words >> value;
      const auto slash = std::min(value.find('/'), value.size());
      method.optimizer[word] = {number_in(value.substr(0, slash), word),
                                number_in(value.substr(std::min(slash + 1, value.size())), word)};
    } else if (word == "lr" || word == "momentum" || word == "dampening" ||
               word == "weight_decay" || word == "eps") {
      words >> value;
      method.optimizer[word] = number_in(value, word);
    } else {
      method.unknown += (method.unknown.empty() ? "" : " ") + word;
    }
  }
  return method;
}

/// What the convention says, and what the settings say instead.
Method method_of(const Case& c) {
  const Settings& s = c.settings;
  const bool said = s.has("opt") || s.has("optimizer");
  Method method = said ? Method{} : method_in(c.convention());
  for (const char* key : {"opt", "lr", "betas", "eps", "weight_decay", "momentum", "dampening",
                          "nesterov", "amsgrad"})
    if (s.has(key)) method.optimizer[key] = s.at(key);
  if (s.has("optimizer")) method.optimizer["opt"] = s.at("optimizer");
  for (const char* key : {"max_norm", "clip_grad_norm"})
    method.max_norm = s.number(key, method.max_norm);
  return method;
}

/// Whether the convention speaks of rates that change.
bool has_schedule(const std::string& convention) {
  for (const char* word : {"schedule", "warmup", "warm-up", "cosine"})
    if (convention.find(word) != std::string::npos) return true;
  return false;
}

/// The rate of each step. If the convention says in words alone how rates change, those that the
/// case lists are taken as they are.
Schedule rates_of(const Case& c, const Method& method) {
  if (c.settings.has("schedule")) return make_schedule(c);
  if (has_schedule(c.convention())) {
    const Array listed = c.array("out.lr");
    return [listed](std::uint64_t step) { return static_cast<double>(listed.flat(step)); };
  }
  if (!method.unknown.empty())
    throw ValueError(fmt::format("[golden] nobody here knows what the convention means by \"{}\"",
                                 method.unknown));
  if (!method.optimizer.contains("lr"))
    throw ValueError("[golden] neither the convention nor the config has a learning rate, lr");
  return constant(method.optimizer.at("lr"));
}

/// The folder of the checkpoint that a run starts from: its name counts from a folder above the
/// case, or from the golden data of this project.
fs::path initial_weights(const Case& c) {
  const fs::path name = c.settings.text("initial_weights");
  for (fs::path above = fs::absolute(c.folder()); above != above.parent_path();
       above = above.parent_path())
    if (fs::exists(above / name)) return above / name;
  return fs::path(HORLOGE_DATA_DIR) / "golden" / name;
}

/// The model in evaluation, for these runs have no dropout; of the class that the case names.
std::shared_ptr<LanguageModel> initial_model(const Case& c) {
  const fs::path folder = initial_weights(c);
  Checkpoint checkpoint = read_model_files(folder);
  if (c.settings.has("class")) {
    std::ifstream text(folder / "config.json");
    json config = json::parse(text);
    config["architectures"] = {c.settings.text("class")};
    checkpoint.config = Config::parse(config.dump(), (folder / "config.json").string());
  }
  return make_model(checkpoint);
}

/// Row `step` of what has a row for each step.   (S, B, T) -> (B, T)
template <class X>
X row_of(const X& all, std::size_t step) {
  const std::size_t B = all.shape()[1], T = all.shape()[2];
  X row = X::from_shape({B, T});
  std::copy_n(all.data() + step * B * T, B * T, row.data());
  return row;
}

void check_final_weights(Case& c, const LanguageModel& model) {
  const fs::path file = c.companion("_final");
  if (!fs::exists(file)) return;
  const auto parameters = model.named_parameters();
  std::vector<Array> got;
  for (const auto& [name, parameter] : parameters) got.push_back(parameter.array());
  c.check_all(
      "final weight",
      translated(read_safetensors(file), parameters, model.table, file.filename().string() + ": "),
      got);
}

}  // namespace

void run_training(Case& c) {
  c.settings.describes({"steps"});
  const auto model = initial_model(c);
  const std::vector<Tensor> parameters = model->parameters();
  const Method method = method_of(c);
  const Schedule schedule = rates_of(c, method);
  const auto optimizer = make_optimizer(Settings(method.optimizer), parameters);

  const std::size_t steps = c.shape("in.input_ids").at(0);
  Array losses = empty({steps}), rates = empty({steps}), norms = empty({steps});
  for (std::size_t step = 0; step < steps; ++step) {
    const auto batch = [step](const auto& all) { return row_of(all, step); };
    const ModelInput in = input_of(c, model->info, batch);
    const Ids labels = c.has("in.labels") ? batch(c.ids("in.labels")) : in.ids;
    optimizer->zero_grad();
    optimizer->set_lr(schedule(step));
    const Tensor loss = language_model_loss(*model, model->forward(in).logits, labels);
    loss.backward();
    losses(step) = loss.item();
    rates(step) = static_cast<real>(optimizer->lr());
    norms(step) = static_cast<real>(clip_grad_norm(parameters, method.max_norm));
    optimizer->step();
  }
  if (c.has("out.loss")) c.check("out.loss", losses);
  if (c.has("out.lr")) c.check("out.lr", rates);
  if (c.has("out.grad_norm")) c.check("out.grad_norm", norms);
  if (c.has("out.probe_logits")) {
    ModelInput probe;
    probe.ids = c.ids("in.probe_ids");
    c.check("out.probe_logits", model->forward(probe).logits);
  }
  check_final_weights(c, *model);
}

}  // namespace horloge::golden
