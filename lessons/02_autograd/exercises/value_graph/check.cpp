#include "course/exercise/exam.h"

namespace {

// A node of the answer's graph, with its value at hand: what is written with
// these can be written with plain numbers as well.
struct Number {
  const Answer* answer;
  Value node;
  double value;
};

Number make(double value, const std::vector<Number>& inputs,
            const std::vector<double>& slopes) {
  std::vector<Value> nodes;
  for (const Number& input : inputs) nodes.push_back(input.node);
  const Answer* answer = inputs[0].answer;
  return {answer, answer->make_value(value, nodes, slopes), value};
}

Number operator+(const Number& a, const Number& b) {
  return make(a.value + b.value, {a, b}, {1, 1});
}

Number operator*(const Number& a, const Number& b) {
  return make(a.value * b.value, {a, b}, {b.value, a.value});
}

Number tanh(const Number& x) {
  const double y = std::tanh(x.value);
  return make(y, {x}, {1 - y * y});
}

// Nodes at random with up to three inputs each.
std::vector<Value> random_graph(const Answer& of, Rng& rng, std::size_t count) {
  std::vector<Value> nodes;
  for (std::size_t n = 0; n < count; ++n) {
    std::vector<Value> inputs;
    std::vector<double> slopes;
    const std::size_t uses = n < 2 ? 0 : n + 1 == count ? 3 : rng.below(4);
    for (std::size_t i = 0; i < uses; ++i) {
      inputs.push_back(nodes[rng.below(n)]);
      slopes.push_back(rng.normal());
    }
    nodes.push_back(of.make_value(rng.normal(), inputs, slopes));
  }
  of.backward(nodes.back());
  return nodes;
}

Array gradients(const Answer& of, const std::vector<Value>& nodes) {
  Array all = zeros({nodes.size()});
  for (std::size_t n = 0; n < nodes.size(); ++n)
    all(n) = of.gradient_of(nodes[n]);
  return all;
}

template <class N>
N two_outputs(const N& x, const N& z, const N& first, const N& second) {
  using std::tanh;
  const N u = tanh(x * z);
  const N v = u * u + x;
  return first * (u + v * z) + second * tanh(v * x + u);
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto leaf = [&](double value) -> Number {
    return {&answer, answer.make_value(value, {}, {}), value};
  };
  const auto compare = [&](const std::vector<Number>& numbers,
                           const Array& want, const std::string& formula) {
    std::vector<Value> nodes;
    for (const Number& number : numbers) nodes.push_back(number.node);
    examiner.equal(gradients(answer, nodes), want, {formula, {"number"}});
  };
  const auto compare_after =
      [&](const Number& y, const std::vector<Number>& numbers,
          const Array& want, const std::string& formula) {
        answer.backward(y.node);
        compare(numbers, want, formula);
      };

  examiner.shape("gives the result a gradient of 1", [&] {
    const Number x = leaf(3), z = leaf(5);
    const Number y = x + z;
    compare_after(y, {y}, {1}, "y = x + z");
  });
  examiner.values("multiplies slopes along a chain", [&] {
    const Number a = leaf(2), b = leaf(-3), c = leaf(6.5);
    const Number p = a * b;
    const Number s = p + c;
    const Number y = tanh(s);
    answer.backward(y.node);
    const double ds = 1 - y.value * y.value;
    compare({a, b, c, p, s}, {-3 * ds, 2 * ds, ds, ds, ds},
            "the numbers a, b, c, p, s of y = tanh(s), s = p + c, p = a b");
  });
  examiner.values("adds the gradients of all uses", [&] {
    const Number x = leaf(3), z = leaf(5);
    answer.backward((x * x).node);
    compare_after((z * z) * z, {x, z}, {6, 75}, "x in x x, and z in (z z) z");
    const Number w = leaf(1.5);
    const Number y = make(7, {w, w, w}, {2, 4, 8});
    compare_after(y, {w}, {14},
                  "a node that uses w three times, with slopes 2, 4, 8");
  });
  examiner.values("waits until all of a gradient is there", [&] {
    for (const bool square_first : {true, false}) {
      const Number x = leaf(2);
      const Number u = x * x;
      const Number p = u * u;
      const Number y = square_first ? p + u : u + p;
      compare_after(y, {x, u, p}, {36, 9, 1},
                    square_first
                        ? "the numbers x, u, p of y = p + u, p = u u, u = x x"
                        : "the numbers x, u, p of y = u + p, p = u u, u = x x");
    }
    const Number x = leaf(2), a = leaf(3), b = leaf(5);
    const Number u = x * x;
    const Number y = u * a + u * b;
    compare_after(y, {x, u, a, b}, {32, 8, 4, 4},
                  "the numbers x, u, a, b of y = u a + u b, u = x x");
  });
  examiner.values("finds all slopes of random graphs", [&] {
    for (const std::size_t count : {4, 7, 10}) {
      Rng same = rng;
      const auto got = random_graph(answer, rng, count);
      const auto want = random_graph(right_answer(), same, count);
      examiner.equal(gradients(answer, got), gradients(right_answer(), want),
                     {fmt::format("{} numbers", count), {"number"}});
    }
  });
  examiner.edge("tells numbers of the same value apart", [&] {
    const Number x = leaf(2), z = leaf(2);
    const Number u = x + z, v = x * z;
    compare_after(
        u * v, {x, z, u, v}, {12, 12, 4, 4},
        "the numbers x, z, u, v of y = u v, u = x + z, v = x z; x and z "
        "are 2, u and v are 4");
    const Number zero = leaf(0), other = leaf(0);
    compare_after(zero * other + zero, {zero, other}, {1, 0},
                  "x and z of x z + x; both are 0");
  });
  examiner.edge("works where gradients cancel to 0", [&] {
    const Number x = leaf(2), z = leaf(3);
    const Number u = x * z;
    const Number minus_u = make(-6, {u}, {-1});
    const Number y = (u + minus_u) + x;
    compare_after(y, {x, z, u, minus_u}, {1, 0, 0, 1},
                  "the numbers x, z, u, v of y = (u + v) + x, u = x z, v = -u");
    compare_after(u * z, {x, z, u}, {10, 12, 3},
                  "x, z and u after a second one, of u z");
  });
  examiner.edge("works for a lone number", [&] {
    const Number x = leaf(4);
    compare_after(x, {x}, {1}, "y = x");
  });
  examiner.edge("leaves alone what has no part in the result", [&] {
    const Number x = leaf(4), z = leaf(2);
    const Number u = x * x;
    const Number other = u * z;
    answer.backward(other.node);
    const Number y = u + x;
    compare_after(y, {z, other}, {16, 1},
                  "z and v = u z after backward of v, then of u + x; u = x x");
  });
  examiner.edge("works for a chain of 1000 numbers", [&] {
    const Number x = leaf(1);
    Number y = x;
    for (int i = 0; i < 500; ++i) y = y + leaf(1);
    for (int i = 0; i < 500; ++i) y = make(y.value, {y}, {i % 2 ? 2 : 0.5});
    compare_after(y, {x}, {1}, "the number that the chain begins with");
  });
  examiner.property("adds to leaves in a second call, and to no other", [&] {
    const Number x = leaf(2);
    const Number u = x * x;
    const Number y = u * u + u;
    answer.backward(y.node);
    compare_after(
        y, {x, u, y}, {72, 9, 1},
        "the numbers x, u, y after two backward of y = u u + u, u = x x");
  });
  examiner.property("begins with 1 wherever it begins", [&] {
    const Number x = leaf(2);
    const Number u = x * x;
    const Number y = u * u + u;
    answer.backward(y.node);
    compare_after(
        u, {x, u, y}, {40, 1, 1},
        "the numbers x, u, y after backward of y = u u + u, then of u = x x");
  });
  examiner.edge("works for steep slopes and for flat ones", [&] {
    const Number x = leaf(1), z = leaf(1), w = leaf(1);
    const Number flat = make(1, {x}, {1e-9}), steep = make(1, {z}, {1e9});
    const Number level = make(1, {w}, {0});
    compare_after(make(3, {flat, steep, level}, {1e9, 1e-9, 5}), {flat, steep},
                  {1e9, 1e-9}, "what has the slopes 1e9 and 1e-9");
    compare({x, z, w, level}, {1, 1, 0, 5},
            "numbers with slopes of 1e-9 times 1e9, 1e9 times 1e-9, 0 times 5, "
            "and 5");
  });
  examiner.property("gives leaves the gradient of a sum, one by one", [&] {
    const Number x = leaf(rng.normal()), z = leaf(rng.normal());
    const Number u = tanh(x * z);
    answer.backward((u * x).node);
    answer.backward((u + z * z).node);
    const double du = 1 - u.value * u.value;
    compare({x, z, u},
            {u.value + x.value * du * z.value + du * z.value,
             x.value * du * x.value + du * x.value + 2 * z.value, 1},
            "the numbers x, z, u after backward of u x, then of u + z z; u = "
            "tanh(x z)");
  });
  examiner.gradient("is the slope that finite differences measure", [&] {
    const Array at = rng.normal({2});
    const double first = rng.normal(), second = rng.normal();
    const Number x = leaf(at(0)), z = leaf(at(1));
    answer.backward(two_outputs(x, z, leaf(first), leaf(second)).node);
    const Array want = exercise::numeric_gradient(
        [&](const Array& in) {
          return full({}, two_outputs(in(0), in(1), first, second));
        },
        at, ones({}));
    examiner.equal(gradients(answer, {x.node, z.node}), want,
                   {"a formula of x and z", {"number"}, 1e-6});
  });
  examiner.edge("is done at once where a billion ways lead to a number", [&] {
    // An answer that goes all ways has failed before, if it can
    // be seen.
    const int levels = examiner.passed() ? 30 : 3;
    const Number x = leaf(1);
    Number y = x;
    for (int i = 0; i < levels; ++i) y = make(1, {y, y}, {0.5, 0.5});
    compare_after(y, {x}, {1}, "the number that they all lead to");
    // Two numbers a level, each made from both before.
    const Number z = leaf(2);
    Number left = z, right = z;
    for (int i = 0; i < levels; ++i) {
      const Number next = make(2, {left, right}, {0.25, 0.75});
      right = make(2, {right, left}, {0.5, 0.5});
      left = next;
    }
    compare_after(left, {z}, {1}, "the number that both sides lead to");
  });
  examiner.if_right_so_far(Kind::property, "begins anew with each graph", [&] {
    for (int i = 0; i < 3; ++i) {
      const Number x = leaf(2), z = leaf(-1.5);
      const Number y = i == 1 ? x * z + z : x * z;
      compare_after(
          y, {x, z}, {-1.5, i == 1 ? 3.0 : 2.0},
          fmt::format("x and z of {}, graph {} of three; is something kept "
                      "from one graph to the next?",
                      i == 1 ? "x z + z" : "x z", i + 1));
    }
  });
}
