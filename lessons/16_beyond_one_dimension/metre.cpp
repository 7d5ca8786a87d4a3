// Poems, whose words have a line and a place in it.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "poems.h"

using namespace horloge;

// Step: a_poem_as_a_grid
// Fold: prints a poem; draws what a word in it has in common with the others
HeatMap poem_map(const Poem& poem, const std::string& title, const Array& code,
                 std::size_t word) {
  HeatMap map = likeness(title, code, word, poem.words_a_line());
  map.x_label = "position in the line";
  map.y_label = "line";
  return map;
}

// End fold
void a_poem_as_a_grid(Page& page) {
  const Poem& poem = poems_of_five()[0];
  const std::size_t n = poem.words_a_line();
  // Fold: prints it with its counts
  page.print("{}, {}\n\n", poem.title, poem.author);
  for (std::size_t line = 0; line < poem.lines.size(); ++line) {
    for (const std::string& word : poem.lines[line]) page.print("  {}", word);
    page.print("    {:2} to {:2}\n", line * n, line * n + n - 1);
  }
  // End fold
  const Array count = sinusoidal_table(4 * n, 32);
  const Array grid = grid_code(positions_from(0, 4 * n), n, 32);
  page.show(poem_map(poem, "one count: like 河", count, 6));
  page.show(poem_map(poem, "line and position: like 河", grid, 6));
}

// Step: rhymes_by_place
// What a reader is told of where a word stands.
using Told = std::function<Array(std::size_t line, std::size_t place,
                                 std::size_t words_a_line)>;

// Fold: three ways to tell; a linear reader that learns where rhymes stand
Array row_of(const std::vector<std::size_t>& numbers) {
  Array row = zeros({16 * numbers.size()});
  for (std::size_t i = 0; i < numbers.size(); ++i)
    xt::view(row, xt::range(16 * i, 16 * (i + 1))) =
        xt::view(sinusoidal_table(numbers[i] + 1, 16), numbers[i]);
  return row;
}

struct Words {
  std::vector<Array> codes;
  std::vector<std::int64_t> rhymes;
};

// The ends of first lines are left out: there it is up to the poet.
Words words_of(const std::vector<Poem>& poems, const Told& told) {
  Words words;
  for (const Poem& poem : poems)
    for (std::size_t line = 0; line < 4; ++line)
      for (std::size_t place = 0; place < poem.words_a_line(); ++place) {
        const bool last = place + 1 == poem.words_a_line();
        if (last && line == 0) continue;
        words.codes.push_back(told(line, place, poem.words_a_line()));
        const auto& lines = poem.rhymes;
        words.rhymes.push_back(
            last && std::count(lines.begin(), lines.end(), line) > 0 ? 1 : 0);
      }
  return words;
}

Tensor codes_of(const Words& words) {
  Array x = Array::from_shape({words.codes.size(), words.codes[0].size()});
  for (std::size_t n = 0; n < words.codes.size(); ++n)
    xt::view(x, n) = words.codes[n];
  return Tensor(x);
}

Linear trained_reader(const Words& words) {
  Rng rng(1);
  const Tensor x = codes_of(words);
  Ids rhymes = Ids::from_shape({words.rhymes.size()});
  std::copy(words.rhymes.begin(), words.rhymes.end(), rhymes.begin());
  Linear reader(x.shape()[1], 2, rng);
  AdamW optimizer(reader.parameters(),
                  AdamWOptions().with_lr(0.05).with_weight_decay(0.01));
  for (std::size_t step = 0; step < 400; ++step) {
    const Tensor loss = cross_entropy(reader(x), rhymes);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
  }
  return reader;
}

// End fold
struct Found {
  std::size_t rhymes = 0, found = 0, wrong = 0;
};

Found read(const Linear& reader, const Words& words) {
  const Array scores = reader(codes_of(words)).array();
  Found all;
  for (std::size_t n = 0; n < words.rhymes.size(); ++n) {
    const bool said = scores(n, 1) > scores(n, 0);
    const bool so = words.rhymes[n] == 1;
    all.rhymes += so ? 1 : 0;
    all.found += said && so ? 1 : 0;
    all.wrong += said && !so ? 1 : 0;
  }
  return all;
}

// Fold: learns from lines of five, and reads lines of seven
void rhymes_by_place(Page& page) {
  const std::vector<std::pair<std::string, Told>> ways = {
      {"one count", [](std::size_t line, std::size_t place,
                       std::size_t n) { return row_of({line * n + place}); }},
      {"position from the front",
       [](std::size_t line, std::size_t place, std::size_t) {
         return row_of({line, place});
       }},
      {"position from the end",
       [](std::size_t line, std::size_t place, std::size_t n) {
         return row_of({line, n - 1 - place});
       }}};
  std::string best;
  std::size_t fewest = 1000;
  page.print("{:<32}{:>20}{:>22}\n", "rhymes found, and wrong ones",
             "5 poems of five", "4 poems of seven");
  for (const auto& [name, told] : ways) {
    const Words five = words_of(poems_of_five(), told);
    const Linear reader = trained_reader(five);
    page.print("{:<32}", name);
    const Words seven = words_of(poems_of_seven(), told);
    const auto print = [&](const Found& all, std::size_t width) {
      page.print(
          "{:>{}}",
          fmt::format("{} of {}, {} wrong", all.found, all.rhymes, all.wrong),
          width);
    };
    print(read(reader, five), 20);
    const Found all = read(reader, seven);
    print(all, 22);
    const std::size_t mistakes = all.wrong + all.rhymes - all.found;
    if (mistakes < fewest) best = name;
    fewest = std::min(fewest, mistakes);
    page.print("\n");
  }
  page.came_out(best);
}
