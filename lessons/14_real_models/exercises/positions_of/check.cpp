#include <map>

#include "course/exercise/exam.h"

namespace {

using Numbers = std::map<std::string, double>;

Array as_numbers(const PositionsOfConfig& p) {
  return Array{double(p.scheme), double(p.places), double(p.turning), p.base,
               p.neighbours ? 1. : 0.};
}

std::string text_of(const std::string& type, const Numbers& numbers) {
  std::string text = fmt::format("\"model_type\": \"{}\"", type);
  for (const auto& [name, value] : numbers)
    text += fmt::format(", \"{}\": {:g}", name, value);
  return text;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  // Scheme, places, columns that turn, base, neighbours.
  const auto expect = [&](const std::string& type, const Numbers& numbers,
                          const Array& want) {
    About about{text_of(type, numbers), {"field of the answer"}};
    examiner.equal(as_numbers(answer.positions_of(type, numbers)), want, about);
  };
  const auto refuses = [&](const std::string& type, const Numbers& numbers) {
    examiner.throws<ValueError>([&] { answer.positions_of(type, numbers); },
                                "for " + text_of(type, numbers));
  };
  // A width and heads of K columns; keys and values have fewer heads.
  const auto sized = [&](double K, Numbers more = {}) {
    const double H = 8 + 4 * double(rng.below(5));
    more["hidden_size"] = H * K;
    more["num_attention_heads"] = H;
    more["num_key_value_heads"] = 4;
    more["max_position_embeddings"] = 2048;
    more["vocab_size"] = 32000;
    return more;
  };

  examiner.shape("names the scheme", [&] {
    const auto scheme = [&](const std::string& type, const Numbers& numbers) {
      return double(answer.positions_of(type, numbers).scheme);
    };
    examiner.equal(scheme("gpt2", {{"n_positions", 1024}}), 0, {"gpt2"});
    examiner.equal(scheme("llama", sized(128)), 1, {"llama"});
    examiner.equal(scheme("bloom", {{"n_head", 16}}), 2, {"bloom"});
  });
  examiner.values("counts the places of a table", [&] {
    expect("gpt2", {{"n_positions", 1024}, {"n_embd", 768}, {"n_head", 12}},
           {0, 1024, 0, 0, 0});
    const double n = 32 * double(1 + rng.below(31));
    expect("gpt2", {{"n_positions", n}}, {0, n, 0, 0, 0});
    expect("bert", sized(64, {{"type_vocab_size", 2}}), {0, 2048, 0, 0, 0});
  });
  examiner.values("reads LLaMA", [&] {
    expect("llama", sized(128), {1, 0, 128, 10000, 0});
    expect("llama", sized(64, {{"rope_theta", 500000}}), {1, 0, 64, 500000, 0});
    const double base = 1000 + double(rng.below(100000));
    expect("llama", sized(96, {{"rope_theta", base}}), {1, 0, 96, base, 0});
  });
  examiner.values("reads GPT-NeoX", [&] {
    expect("gpt_neox", sized(96), {1, 0, 24, 10000, 0});
    expect("gpt_neox", sized(64, {{"rotary_pct", 1}}), {1, 0, 64, 10000, 0});
    expect("gpt_neox",
           sized(80, {{"rotary_pct", 0.5}, {"rotary_emb_base", 25000}}),
           {1, 0, 40, 25000, 0});
  });
  examiner.values("reads Phi", [&] {
    expect("phi", sized(64), {1, 0, 32, 10000, 0});
    expect("phi", sized(80, {{"partial_rotary_factor", 0.4}}),
           {1, 0, 32, 10000, 0});
    expect("phi",
           sized(96, {{"partial_rotary_factor", 0.75}, {"rope_theta", 5000}}),
           {1, 0, 72, 5000, 0});
  });
  examiner.values("reads GPT-J", [&] {
    const Numbers sizes = {{"n_embd", 4096}, {"n_head", 16}};
    expect("gptj", sizes, {1, 0, 64, 10000, 1});
    Numbers less = sizes;
    less["rotary_dim"] = 32;
    expect("gptj", less, {1, 0, 32, 10000, 1});
  });
  examiner.values("knows that ALiBi has nothing to say", [&] {
    expect("bloom", {{"n_head", 16}, {"hidden_size", 1024}}, {2, 0, 0, 0, 0});
  });
  examiner.edge("takes head_dim where it is said", [&] {
    expect("llama", sized(48, {{"head_dim", 256}}), {1, 0, 256, 10000, 0});
    expect("phi", sized(48, {{"head_dim", 128}}), {1, 0, 64, 10000, 0});
    expect("gpt_neox", sized(48, {{"head_dim", 64}}), {1, 0, 16, 10000, 0});
  });
  examiner.edge("refuses a column without a partner", [&] {
    refuses("phi", sized(54));
    refuses("gpt_neox", sized(60));
    refuses("gptj", {{"rotary_dim", 63}});
    refuses("llama", sized(65));
  });
  examiner.edge("rounds a share down, and refuses what is odd", [&] {
    refuses("phi", sized(100, {{"partial_rotary_factor", 0.2975}}));
    refuses("gpt_neox", sized(94));
  });
  examiner.edge("refuses what it does not know", [&] {
    refuses("t5", {{"num_heads", 12}});
    refuses("Llama", sized(128));
    refuses("", {});
  });
  examiner.property("looks at what concerns positions only", [&] {
    const Numbers plain = sized(128, {{"rope_theta", 500000}});
    Numbers more = plain;
    more["vocab_size"] = 128256;
    more["max_position_embeddings"] = 8192;
    more["rotary_dim"] = 32;
    more["n_positions"] = 77;
    expect("llama", plain, {1, 0, 128, 500000, 0});
    more["partial_rotary_factor"] = 0.5;
    more["rotary_pct"] = 0.5;
    more["rotary_emb_base"] = 25000;
    expect("llama", more, {1, 0, 128, 500000, 0});
    more["rotary_dim"] = 64;
    expect("gptj", more, {1, 0, 64, 10000, 1});
  });
  examiner.no_gradient("a config is read, and nothing computed");
}
