#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "course/exercise/thrown.h"
#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

// For those who write checks.

namespace exercise {

/// What a part of a check is about. A check has at least one of each; where
/// nothing has a gradient it says so (no_gradient).
enum class Kind { shape, values, edge, property, gradient };

/// The kind as one word: "shape", "values", "edge", …
const char* name_of(Kind kind);

/// How a part of a check came out.
struct Finding {
  Kind kind;
  std::string sentence;  ///< what was looked at: "keeps the shape"
  bool ok = true;
  std::string message;   ///< what is wrong, in one sentence or two
  bool skipped = false;  ///< not looked at, as something before it failed
  bool random = false;   ///< what was looked at differs from seed to seed
};

/// How to speak of an array, and how exact it has to be.
struct About {
  std::string sizes = {};              ///< where: "T = 5, d_model = 8"
  std::vector<std::string> axes = {};  ///< "position", "dimension"
  double tolerance = 1e-9;  ///< relative to the largest wanted, or to 1
};

/// Something an answer returned: numbers, or the text of what it threw. Where
/// the numbers are not those that were wanted, these are there, too.
struct Observation {
  horloge::Array numbers = {};
  std::string text = {};
  bool wrong = false;
  horloge::Array want = {};
  About about = {};
};

/// Everything an answer returned in one part. Two answers that make the same
/// mistake leave the same trace.
using Trace = std::vector<std::vector<Observation>>;

/// Puts an answer through a check, part by part. A part goes on after a
/// mismatch and reports the first; something thrown ends it, and the next part
/// begins.
class Examiner {
 public:
  explicit Examiner(std::uint64_t seed) : seed_(seed), rng_(seed) {}

  /// Numbers that differ from seed to seed and are the same for every answer:
  /// each part has its own, whatever the one before it has drawn.
  horloge::Rng& rng();
  /// For those who begin the same check anew; a check itself asks for rng().
  std::uint64_t seed() const { return seed_; }

  /// Of all parts, which count from 0, only some are gone through; the others
  /// count as passed. A part's random numbers are the same as ever.
  void take(const std::function<bool(std::size_t)>& parts) { taken_ = parts; }

  /// A learner will read what the parts say: it is the first seed's run.
  void tell() { tells_ = true; }
  /// Whether someone reads it and all went well so far. Only then is it worth
  /// measuring something for a sentence.
  bool tells() const { return tells_ && passed(); }

  using Body = std::function<void()>;

  /// One part; `sentence` completes "The answer …": "keeps the shape".
  void part(Kind kind, const std::string& sentence, const Body& body);

  void shape(const std::string& sentence, const Body& body) {
    part(Kind::shape, sentence, body);
  }
  void values(const std::string& sentence, const Body& body) {
    part(Kind::values, sentence, body);
  }
  void edge(const std::string& sentence, const Body& body) {
    part(Kind::edge, sentence, body);
  }
  void property(const std::string& sentence, const Body& body) {
    part(Kind::property, sentence, body);
  }
  void gradient(const std::string& sentence, const Body& body) {
    part(Kind::gradient, sentence, body);
  }

  /// A part that would blame the wrong thing for what is wrong already, such as
  /// what is kept from call to call: it is skipped if a part before it failed.
  void if_right_so_far(Kind kind, const std::string& sentence,
                       const Body& body);

  /// Instead of a gradient part: why there is none.
  void no_gradient(const std::string& reason);

  // Within a part:

  /// The answer's array has this shape; if not, the part ends here, so that
  /// what follows can rely on it.
  void same_shape(const horloge::Array& got, const horloge::Shape& want,
                  const std::string& sizes = "");

  /// The answer's numbers are these, up to the tolerance; NaN never is.
  void equal(const horloge::Array& got, const horloge::Array& want,
             const About& about = {});
  void equal(double got, double want, const About& about = {});

  /// A condition the answer must meet; `otherwise` says what is wrong if not.
  void holds(bool fact, const std::string& otherwise);

  /// Calling `f` throws a `Wanted`; `when` completes "no error …".
  template <class Wanted>
  void throws(const std::function<void()>& f, const std::string& when);

  /// The gradients of an answer made of tensors, for a random upstream
  /// gradient, against finite differences of `oracle`, a function of the same
  /// inputs that is the same for every answer. Every input gets one.
  void same_gradients(
      const std::function<horloge::Tensor(const std::vector<horloge::Tensor>&)>&
          answer,
      const std::function<horloge::Array(const std::vector<horloge::Array>&)>&
          oracle,
      const std::vector<horloge::Array>& inputs,
      const std::vector<std::string>& names, double tolerance = 1e-6);

  const std::vector<Finding>& findings() const { return findings_; }
  const Trace& trace() const { return trace_; }
  bool passed() const;

  /// Called as each part begins, and when it has ended.
  std::function<void(const Finding&)> on_begin, on_end;

 private:
  void next_part(Kind kind, const std::string& sentence);
  Observation& observe(const horloge::Array& numbers);
  void observe(const std::string& text);
  void fail(const std::string& message);
  void fail(const Thrown& thrown);
  void expect_throw(const std::function<void()>& f, const std::string& when,
                    const std::function<bool(const std::exception&)>& wanted);

  std::uint64_t seed_;
  horloge::Rng rng_;
  std::function<bool(std::size_t)> taken_;
  bool tells_ = false;
  bool within_part_ = false, random_ = false;
  std::size_t functions_ = 0;  // whose gradients this part has looked at
  std::vector<Finding> findings_;
  Trace trace_;
};

template <class Wanted>
void Examiner::throws(const std::function<void()>& f, const std::string& when) {
  expect_throw(f, when, [](const std::exception& e) {
    return dynamic_cast<const Wanted*>(&e) != nullptr;
  });
}

/// d sum(f(x) * dy) / dx by central differences, extrapolated once: an oracle
/// for gradients written by hand.   x (…) -> (…)
horloge::Array numeric_gradient(
    const std::function<horloge::Array(const horloge::Array&)>& f,
    const horloge::Array& x, const horloge::Array& dy);

/// A mistake that is known. `Answer` holds what the exercise's answer.h
/// declares.
template <class Answer>
struct WrongAnswer {
  std::string id;        ///< "starts-at-1"
  std::string sentence;  ///< completes "It looks as if …"
  Answer answer;
};

}  // namespace exercise
