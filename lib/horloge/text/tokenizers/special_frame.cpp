#include "horloge/text/tokenizers/special_frame.h"

#include <string>

namespace horloge {
namespace {

using nlohmann::json;

// `"cls": ["[CLS]", 101]`
std::int64_t id_of_pair(const PartSettings& settings, const char* key) {
  const json& pair = settings.value(key);
  if (!pair.is_array() || pair.size() != 2 || !pair[1].is_number_unsigned())
    settings.fail(key, "must be a token and its id");
  return pair[1].get<std::int64_t>();
}

SpecialFrame read_pair(const PartSettings& settings) {
  settings.ignore({"trim_offsets", "add_prefix_space"});
  return {{id_of_pair(settings, "cls")}, {id_of_pair(settings, "sep")}};
}

std::vector<std::int64_t> read_ids(const PartSettings& tokens, const std::string& name) {
  const auto token = tokens.part(name.c_str());
  if (!token) tokens.fail(name, "is missing");
  std::vector<std::int64_t> all;
  token->ignore({"id", "tokens"});
  const json& ids = token->value("ids");
  if (!ids.is_array()) token->fail("ids", "must be a list");
  for (const json& id : ids) {
    if (!id.is_number_unsigned()) token->fail("ids", "must be ids");
    all.push_back(id.get<std::int64_t>());
  }
  token->finish();
  return all;
}

// `"single": [{"SpecialToken": {"id": "[CLS]", …}}, {"Sequence": {"id": "A", …}}, …]`
SpecialFrame read_template(const PartSettings& settings) {
  settings.ignore({"pair"});  // for two texts
  SpecialFrame frame;
  const auto tokens = settings.part("special_tokens");
  bool after = false;
  for (const PartSettings& entry : settings.parts("single")) {
    if (const auto special = entry.part("SpecialToken")) {
      if (!tokens) settings.fail("special_tokens", "is missing");
      const auto ids = read_ids(*tokens, special->text("id"));
      auto& side = after ? frame.after : frame.before;
      side.insert(side.end(), ids.begin(), ids.end());
    } else if (!entry.has("Sequence") || after) {
      settings.fail("single", "must be special tokens and the text, once");
    } else {
      after = true;
    }
    entry.finish();
  }
  if (!after) settings.fail("single", "must have the text in it");
  return frame;
}

SpecialFrame read_each(const PartSettings& settings) {
  SpecialFrame all;
  for (const PartSettings& processor : settings.parts("processors")) {
    const SpecialFrame frame = read_special_frame(processor);
    all.before.insert(all.before.begin(), frame.before.begin(), frame.before.end());
    all.after.insert(all.after.end(), frame.after.begin(), frame.after.end());
  }
  return all;
}

SpecialFrame read_kind(const PartSettings& settings) {
  const std::string type = settings.text("type");
  if (type == "TemplateProcessing") return read_template(settings);
  if (type == "BertProcessing" || type == "RobertaProcessing") return read_pair(settings);
  if (type == "Sequence") return read_each(settings);
  if (type != "ByteLevel") settings.refuse("type");
  settings.ignore({"add_prefix_space", "trim_offsets", "use_regex"});
  return {};
}

}  // namespace

SpecialFrame read_special_frame(const PartSettings& settings) {
  SpecialFrame frame = read_kind(settings);
  settings.finish();
  return frame;
}

}  // namespace horloge
