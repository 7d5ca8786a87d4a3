// Published models side by side, from their recipes.

#include "course/stage/lesson.h"
#include "horloge/core/words.h"
#include "horloge/nn/activations.h"
#include "published.h"

using namespace horloge;

// Step: side_by_side
// Fold: words for some of the columns
std::string norm_of(const BlockOptions& block) {
  return fmt::format("{}, {}",
                     block.norm.kind == NormKind::rms ? "RMS" : "Layer",
                     block.parallel ? "parallel" : name_of(block.norm_place));
}

std::string net_of(const FeedForwardOptions& net) {
  return name_of(net.activation) + (net.gated ? ", gated" : "");
}

std::string heads_of(const GroupedQueryAttentionOptions& attention) {
  const std::size_t H = attention.num_heads, G = attention.num_kv_heads;
  return G == 0 || G == H ? fmt::format("{}", H) : fmt::format("{}/{}", H, G);
}

std::string sight_of(const BlockStackOptions& stack) {
  if (stack.sliding_window)
    return fmt::format("last {}", *stack.sliding_window);
  return stack.causal ? "causal" : "both ways";
}

const char* head_of(HeadKind head) {
  return head == HeadKind::tied ? "tied" : head == HeadKind::own ? "own" : "-";
}

// End fold
void side_by_side(Page& page) {
  page.print("{:<15}{:>9}  {:<7}{:<16}{:<16}{:<10}{}\n", "", "layers  D",
             "heads", "norm", "feed-forward", "sees", "head");
  for (const Published& model : published_models()) {
    const Recipe r = recipe_of(model.config);
    const BlockOptions& block = r.stack.block;
    page.print("{:<15}{:>3}{:>6}  {:<7}{:<16}{:<16}{:<10}{}\n", model.name,
               r.stack.num_layers, r.stack.d_model, heads_of(block.attention),
               norm_of(block), net_of(block.feed_forward), sight_of(r.stack),
               head_of(r.head));
  }
}

// Step: their_positions
// Fold: splits "learned, added to x; 1024 positions" at its first comma
std::string scheme_of(const ModelInfo& info) {
  return info.positions.substr(0, info.positions.find(','));
}

// 786432 -> 786,432
std::string grouped(std::size_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string limit_of(const ModelInfo& info) {
  return info.max_seq_len ? fmt::format("{}", *info.max_seq_len) : "no end";
}

// End fold
void their_positions(Page& page) {
  page.print("{:<15}{:<12}{:>10}  {:<11}{:>8}{:>8}{:>12}\n", "", "scheme",
             "turning", "pairs", "base", "limit", "learned");
  double ends = 0;
  for (const Published& model : published_models()) {
    const Recipe r = recipe_of(model.config);
    page.print("{:<15}{:<12}", model.name, scheme_of(r.info));
    if (const auto& rotary = r.info.rotary) {
      const std::size_t K = r.stack.block.attention.head_dim;
      page.print("{:>10}  {:<11}{:>8}",
                 fmt::format("{} of {}", rotary->rotary_dim.value_or(K), K),
                 rotary->pairing == Pairing::half ? "halves" : "neighbours",
                 rotary->base);
    } else {
      page.print("{:>10}  {:<11}{:>8}", "-", "-", "-");
    }
    ends += r.info.max_seq_len ? 1 : 0;
    page.print("{:>8}{:>12}\n", limit_of(r.info), grouped(r.learned_positions));
  }
  page.came_out(ends);
}

// Step: one_line_changed
const char* const small_llama = R"("model_type": "llama", "vocab_size": 32000,
  "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
  "intermediate_size": 11008)";

void one_line_changed(Page& page) {
  for (const std::string line :
       {R"("max_position_embeddings": 2048)", R"("rope_theta": 500000)",
        R"("head_dim": 64)",
        R"("rope_scaling": {"rope_type": "linear", "factor": 4})",
        R"("rope_tetha": 500000)", R"("num_attention_heads": 30)"}) {
    page.print("{}\n", line);
    try {
      const auto config = fmt::format("{{{}, {}}}", small_llama, line);
      page.print("    {}\n", recipe_of(config).info.positions);
    } catch (const ValueError& e) {
      page.print("    refused: {}\n", without_who(e.what()));
    }
  }
}
