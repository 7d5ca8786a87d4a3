#include "course/exercise/exam.h"

namespace {

// The check's own, as finite differences are taken of it.
Array sum_of(const Array& x, const Array& table, std::size_t offset) {
  return x + xt::view(table, xt::range(offset, offset + x.shape(1)));
}

About about(const std::string& what) {
  return {what, {"sentence", "word", "dimension"}};
}

struct Sizes {
  Shape x;
  std::size_t max_seq_len, offset;

  Shape table() const { return {max_seq_len, x[2]}; }
  std::string text() const {
    return fmt::format("x {}, table {}, offset = {}", to_string(x),
                       to_string(table()), offset);
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto add = [&](const Sizes& s, const Array& x, const Array& table) {
    const NoGrad no_grad;
    return answer.learned_positions(Tensor(table))
        .add(Tensor(x), s.offset)
        .array();
  };
  const auto compare = [&](const Sizes& s) {
    const Array x = rng.normal(s.x), table = rng.normal(s.table());
    examiner.equal(add(s, x, table), sum_of(x, table, s.offset),
                   about(s.text()));
  };

  examiner.shape("keeps the shape of x", [&] {
    const Sizes s{{2, 3, 4}, 8, 0};
    examiner.same_shape(add(s, rng.normal(s.x), rng.normal(s.table())), s.x,
                        s.text());
  });
  examiner.values("adds the row of each position", [&] {
    compare({{3, 5, 4}, 16, 0});
    const std::size_t B = 2 + rng.below(3), T = 2 + rng.below(4);
    compare({{B, T, 2 + rng.below(5)}, B * T + 2, 0});
  });
  examiner.values("counts from the offset", [&] {
    compare({{2, 3, 4}, 14, 2 + rng.below(6)});
  });
  examiner.edge("works for one word, and up to the last row", [&] {
    compare({{1, 1, 2}, 1, 0});
    compare({{2, 6, 3}, 6, 0});
    compare({{2, 2, 4}, 9, 7});
  });
  examiner.edge("works for no sentence, and for long ones", [&] {
    compare({{0, 3, 4}, 8, 2});
    compare({{9, 40, 20}, 400, 300});
  });
  examiner.edge("works for no word, up to the end of the table", [&] {
    compare({{2, 0, 4}, 8, 3});
    compare({{2, 0, 4}, 8, 8});
  });
  examiner.values("works where all sizes are the same", [&] {
    compare({{3, 3, 3}, 3, 0});
    compare({{4, 4, 4}, 8, 4});
    compare({{2, 5, 2}, 7, 2});
  });
  examiner.edge("keeps rows that are small, in proportion", [&] {
    const Sizes s{{2, 3, 4}, 8, 1};
    const Array x = zeros(s.x), table = rng.normal(s.table());
    examiner.equal(
        1e12 * add(s, x, 1e-12 * table), sum_of(x, table, s.offset),
        about(s.text() + ", x zeros, rows of about 1e-12, y times 1e12"));
  });
  examiner.edge("refuses a position past the table", [&] {
    // Where it has 64 digits an int takes that for 0.
    const std::size_t far = std::size_t{1}
                            << std::numeric_limits<std::size_t>::digits / 2;
    for (const Sizes& s : {Sizes{{2, 5, 3}, 4, 0}, Sizes{{2, 2, 3}, 6, 5},
                           Sizes{{1, 1, 3}, 6, 6}, Sizes{{2, 3, 3}, 1, 0},
                           Sizes{{1, 2, 3}, 6, far}})
      examiner.throws<IndexError>(
          [&] {
            const Array x = rng.normal(s.x), table = rng.normal(s.table());
            examiner.same_shape(add(s, x, table), s.x);
          },
          "for " + s.text());
  });
  examiner.property(
      "keeps the table itself, as a parameter called weight", [&] {
        const Tensor table(rng.normal({7, 4}), true);
        const Positions module = answer.learned_positions(table);
        examiner.holds(module.buffers.empty(),
                       "there is a buffer, and an optimizer passes buffers by");
        examiner.holds(module.parameters.size() == 1,
                       fmt::format("the module has {} parameters, want one: an "
                                   "optimizer trains what is registered",
                                   module.parameters.size()));
        if (module.parameters.size() != 1) return;
        const auto& [name, tensor] = module.parameters[0];
        examiner.holds(name == "weight",
                       "the parameter is called " + name + ", not weight");
        examiner.holds(
            tensor.buffer() == table.buffer(),
            "the parameter is a copy of the table, not the table itself");
      });
  examiner.property("follows the table when an optimizer changes it", [&] {
    const Sizes s{{2, 3, 4}, 8, 1};
    const Array x = rng.normal(s.x);
    Tensor table(rng.normal(s.table()), true);
    const Positions module = answer.learned_positions(table);
    const NoGrad no_grad;
    for (const char* when : {"once", "twice"}) {
      table.mutable_array() = rng.normal(s.table());
      const Array y = module.add(Tensor(x), s.offset).array();
      examiner.same_shape(y, s.x, s.text());
      examiner.equal(y, sum_of(x, table.array(), s.offset),
                     about(s.text() + ", after the table has changed " + when));
    }
  });
  examiner.property("keeps two modules apart", [&] {
    const Sizes s{{2, 3, 4}, 9, 2};
    const Array table = rng.normal(s.table()), other = rng.normal(s.table());
    const Positions one = answer.learned_positions(Tensor(table, true));
    const Positions two = answer.learned_positions(Tensor(other, true));
    for (const bool first : {true, false, true}) {
      const Array x = rng.normal(s.x);
      examiner.equal((first ? one : two).add(Tensor(x), s.offset).array(),
                     sum_of(x, first ? table : other, s.offset),
                     about(s.text() + (first ? ", the first of two modules"
                                             : ", the second")));
    }
  });
  examiner.property("leaves x and the table as they are", [&] {
    const Array x = rng.normal({2, 3, 4}), table = rng.normal({8, 4});
    const Tensor given{Array(x)}, weight(Array(table), true);
    const NoGrad no_grad;
    answer.learned_positions(weight).add(given, 1);
    examiner.equal(given.array(), x, about("x after the call"));
    examiner.equal(weight.array(), table,
                   {"the table after the call", {"row", "dimension"}});
  });
  for (const std::size_t offset : {0, 2})
    examiner.gradient(
        offset == 0 ? "has the gradients of x and of the table"
                    : "has these gradients at an offset, too",
        [&] {
          examiner.same_gradients(
              [&](const std::vector<Tensor>& in) {
                return answer.learned_positions(in[1]).add(in[0], offset);
              },
              [&](const std::vector<Array>& in) {
                return sum_of(in[0], in[1], offset);
              },
              {rng.normal({2, 3, 4}), rng.normal({8, 4})}, {"x", "the table"});
        });
  examiner.gradient("adds up the table's gradients of two calls", [&] {
    const Array x = rng.normal({2, 3, 4}), other = rng.normal({2, 3, 4});
    examiner.same_gradients(
        [&](const std::vector<Tensor>& in) {
          const Positions module = answer.learned_positions(in[0]);
          return module.add(Tensor(x), 0) * module.add(Tensor(other), 2);
        },
        [&](const std::vector<Array>& in) -> Array {
          return sum_of(x, in[0], 0) * sum_of(other, in[0], 2);
        },
        {rng.normal({8, 4})}, {"the table"});
  });
  examiner.if_right_so_far(
      Kind::property, "begins anew with each call, whatever was before", [&] {
        const Array table = rng.normal({9, 4});
        const Positions module = answer.learned_positions(Tensor(table, true));
        for (const Sizes& s :
             {Sizes{{2, 3, 4}, 9, 2}, Sizes{{2, 3, 4}, 9, 5},
              Sizes{{1, 1, 4}, 9, 3}, Sizes{{2, 6, 4}, 9, 0}}) {
          const Array x = rng.normal(s.x);
          examiner.equal(module.add(Tensor(x), s.offset).array(),
                         sum_of(x, table, s.offset),
                         about(s.text() + ", one call of several"));
        }
      });
}
