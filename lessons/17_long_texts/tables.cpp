#include "tables.h"

#include "horloge/core/parallel.h"

using namespace horloge;

constexpr std::int64_t any_depth = 1 << 20;

void print_lengths(stage::Page& page) {
  page.print("{:<20}{:>20}{:>20}{:>20}\n", "", "32 tokens", "128 tokens",
             "512 tokens");
  page.print("{:<20}", "% right");
  for (int i = 0; i < 3; ++i) page.print("{:>10}{:>10}", "near", "card");
  page.print("\n");
}

void print_row(stage::Page& page, const std::string& name,
               const std::vector<Shares>& of_seeds) {
  page.print("{:<20}", name);
  for (std::size_t i = 0; i < of_seeds[0].size(); ++i)
    page.print("{:6.0f} ±{:2.0f}", mean_percent(of_seeds, i),
               deviation_percent(of_seeds, i));
  page.print("\n");
}

Array as_trained(const Reader& model, const Ids& ids) {
  return model(ids).array();
}

Shares ask(const Reader& model, const Reading& reading) {
  const NoGrad no_grad;
  Shares right;
  for (const std::size_t T : {32, 128, 512}) {
    Rng rng(99);
    const cards::Texts texts = cards::new_texts(T == 512 ? 8 : 32, T, rng);
    const Array scores = reading(model, texts.ids);
    const std::size_t from = T > learned_at ? learned_at : 0;
    right.push_back(right_from(from, scores, texts.near));
    right.push_back(right_from(from, scores, texts.card_answers(1, any_depth)));
  }
  return right;
}

std::vector<Shares> ask_all(stage::Page& page, const Plan& plan,
                            const Reading& reading) {
  const std::vector<Reader>& models = readers(page, plan);
  std::vector<Shares> shares(models.size());
  parallel_for(models.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      shares[i] = ask(models[i], reading);
  });
  return shares;
}
