#include "course/exercise/examiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "course/exercise/todo.h"
#include "horloge/core/shape.h"

namespace exercise {
namespace {

using horloge::Array;
using horloge::Shape;

// Thrown when a part cannot go on; what is wrong was said before.
struct PartEnded {};

// "position 5, dimension 3", or "(5, 3)" where the axes have no names.
std::string place_name(const Shape& place,
                       const std::vector<std::string>& axes) {
  if (axes.size() != place.size()) return horloge::to_string(place);
  std::string text;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    text +=
        fmt::format("{}{} {}", axis == 0 ? "" : ", ", axes[axis], place[axis]);
  return text;
}

std::string in_brackets(const std::string& sizes) {
  return sizes.empty() ? "" : " (" + sizes + ")";
}

// A place that a learner's numbers differ from the right ones, and how.
struct Differences {
  std::size_t count = 0;
  std::size_t worst = 0;
};

Differences differences(const Array& got, const Array& want, double tolerance) {
  double largest = 1;
  for (const double w : want) largest = std::max(largest, std::fabs(w));
  Differences found;
  double worst_by = -1;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double difference = std::fabs(got.data()[i] - want.data()[i]);
    if (difference <= tolerance * largest) continue;
    ++found.count;
    const double by = std::isnan(difference) ? HUGE_VAL : difference;
    if (by <= worst_by) continue;
    worst_by = by;
    found.worst = i;
  }
  return found;
}

// The slopes that differences measure, of the inputs of a function. One seed
// asks all answers for the same, so they are measured for the first and looked
// up for each known mistake.
struct Slopes {
  std::vector<Array> inputs;
  Array dy;
  std::vector<Array> of_inputs;
};

const std::vector<Array>& slopes_of(
    Slopes& kept, const std::function<Array(const std::vector<Array>&)>& oracle,
    const std::vector<Array>& inputs, const Array& dy) {
  if (kept.inputs == inputs && kept.dy == dy) return kept.of_inputs;
  std::vector<Array> slopes;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto along_i = [&](const Array& x) {
      std::vector<Array> all = inputs;
      all[i] = x;
      return oracle(all);
    };
    slopes.push_back(numeric_gradient(along_i, inputs[i], dy));
  }
  kept = {inputs, dy, slopes};
  return kept.of_inputs;
}

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::shape:
      return "shape";
    case Kind::values:
      return "values";
    case Kind::edge:
      return "edge";
    case Kind::property:
      return "property";
    case Kind::gradient:
      break;
  }
  return "gradient";
}

// What is drawn between two parts may be used in all that follow.
horloge::Rng& Examiner::rng() {
  (within_part_ ? findings_.back().random : random_) = true;
  return rng_;
}

void Examiner::next_part(Kind kind, const std::string& sentence) {
  findings_.push_back({kind, sentence, true, "", false, random_});
  trace_.emplace_back();
  functions_ = 0;
  rng_ = rng_.stream(static_cast<std::uint32_t>(findings_.size()));
}

void Examiner::part(Kind kind, const std::string& sentence, const Body& body) {
  next_part(kind, sentence);
  if (taken_ && !taken_(findings_.size() - 1)) return;
  if (on_begin) on_begin(findings_.back());
  within_part_ = true;
  try {
    body();
  } catch (const PartEnded&) {
  } catch (...) {
    fail(what_was_thrown("your code threw an error: "));
  }
  within_part_ = false;
  if (on_end) on_end(findings_.back());
}

void Examiner::if_right_so_far(Kind kind, const std::string& sentence,
                               const Body& body) {
  if (passed()) return part(kind, sentence, body);
  next_part(kind, sentence);
  findings_.back().skipped = true;
  if (on_end) on_end(findings_.back());
}

void Examiner::no_gradient(const std::string& reason) {
  findings_.push_back({Kind::gradient, "has no gradient: " + reason, true, ""});
  trace_.emplace_back();
  if (!taken_ && on_end) on_end(findings_.back());
}

void Examiner::same_shape(const Array& got, const Shape& want,
                          const std::string& sizes) {
  Observation& seen = observe(got);
  if (got.shape() == want) return;
  seen.wrong = true;
  seen.about.sizes = sizes;
  fail(fmt::format("the shape is {}, want {}{}",
                   horloge::to_string(got.shape()), horloge::to_string(want),
                   in_brackets(sizes)));
  throw PartEnded{};
}

void Examiner::equal(const Array& got, const Array& want, const About& about) {
  Observation& seen = observe(got);
  const bool same_shape = got.shape() == want.shape();
  const Differences found =
      same_shape ? differences(got, want, about.tolerance) : Differences{1, 0};
  if (found.count == 0) return;
  seen.wrong = true;
  seen.want = want;
  seen.about = about;
  if (!same_shape) {
    fail(fmt::format(
        "the shape is {}, want {}{}", horloge::to_string(got.shape()),
        horloge::to_string(want.shape()), in_brackets(about.sizes)));
    return;
  }
  const double g = got.data()[found.worst];
  const double w = want.data()[found.worst];
  // Digits enough to see the difference.
  const int digits =
      std::fabs(g - w) > 1e-4 * std::max(1.0, std::fabs(w)) ? 6 : 12;
  const std::string numbers =
      std::isnan(g)
          ? fmt::format("got NaN (not a number), want {:.6g}", w)
          : fmt::format("got {:.{}g}, want {:.{}g}", g, digits, w, digits);
  fail(want.dimension() == 0
           ? numbers + in_brackets(about.sizes)
           : fmt::format(
                 "{} of {} differ; worst at {}: {}{}", found.count, want.size(),
                 place_name(horloge::index_of(found.worst, want.shape()),
                            about.axes),
                 numbers, in_brackets(about.sizes)));
}

void Examiner::equal(double got, double want, const About& about) {
  equal(Array(got), Array(want), about);
}

void Examiner::holds(bool fact, const std::string& otherwise) {
  observe(Array(fact ? 1 : 0));
  if (!fact) fail(otherwise);
}

void Examiner::same_gradients(
    const std::function<horloge::Tensor(const std::vector<horloge::Tensor>&)>&
        answer,
    const std::function<Array(const std::vector<Array>&)>& oracle,
    const std::vector<Array>& inputs, const std::vector<std::string>& names,
    double tolerance) {
  std::vector<horloge::Tensor> tensors;
  for (const Array& input : inputs) tensors.emplace_back(Array(input), true);
  const horloge::Tensor y = answer(tensors);
  const Array dy = rng().normal(oracle(inputs).shape());
  if (y.shape() != dy.shape()) {
    equal(y.array(), dy);  // says which shapes
    return;
  }
  if (!y.requires_grad()) {
    holds(false,
          "the result remembers nothing of how it was made, so no gradient "
          "can flow back: work on tensors, not on their numbers");
    return;
  }
  y.backward(dy);
  static std::map<std::tuple<std::uint64_t, std::size_t, std::size_t>, Slopes>
      kept;
  const std::vector<Array>& slopes = slopes_of(
      kept[{seed_, findings_.size(), ++functions_}], oracle, inputs, dy);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!tensors[i].has_grad()) {
      observe("no gradient");
      fail("no gradient reaches " + names[i]);
      continue;
    }
    equal(tensors[i].grad(), slopes[i],
          {"the gradient of " + names[i], {}, tolerance});
  }
}

bool Examiner::passed() const {
  return std::all_of(findings_.begin(), findings_.end(),
                     [](const Finding& finding) { return finding.ok; });
}

Observation& Examiner::observe(const Array& numbers) {
  trace_.back().push_back({numbers});
  return trace_.back().back();
}

void Examiner::observe(const std::string& text) {
  trace_.back().push_back({{}, text});
}

void Examiner::fail(const Thrown& thrown) {
  observe(thrown.kind);
  fail(thrown.message);
}

void Examiner::fail(const std::string& message) {
  Finding& finding = findings_.back();
  if (finding.ok) finding.message = message;
  finding.ok = false;
}

void Examiner::expect_throw(
    const std::function<void()>& f, const std::string& when,
    const std::function<bool(const std::exception&)>& wanted) {
  try {
    f();
  } catch (const Todo&) {
    throw;
  } catch (const std::exception& e) {
    if (wanted(e)) return observe("the right error");
    const Thrown thrown = what_was_thrown("");
    observe(thrown.is_its_own ? "another kind of error" : thrown.kind);
    fail(fmt::format("another kind of error {}: {}", when, thrown.message));
    return;
  }
  observe("no error");
  fail("no error " + when);
}

Array numeric_gradient(const std::function<Array(const Array&)>& f,
                       const Array& x, const Array& dy) {
  Array at = x;
  const auto value = [&] {
    const Array y = f(at);
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
      sum += y.data()[i] * dy.data()[i];
    return sum;
  };
  const auto slope = [&](std::size_t i, double step) {
    const double middle = at.data()[i];
    at.data()[i] = middle + step;
    const double above = value();
    at.data()[i] = middle - step;
    const double below = value();
    at.data()[i] = middle;
    return (above - below) / (2 * step);
  };
  Array dx = horloge::empty(x.shape());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double step = 1e-3 * std::max(1.0, std::fabs(at.data()[i]));
    dx.data()[i] = (4 * slope(i, step / 2) - slope(i, step)) / 3;
  }
  return dx;
}

}  // namespace exercise
