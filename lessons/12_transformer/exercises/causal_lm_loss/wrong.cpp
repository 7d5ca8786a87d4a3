#include <cmath>
#include <functional>
#include <limits>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::min();

struct Way {
  // The token that place t of text b is compared with, or nobody.
  std::function<std::int64_t(const Ids& ids, std::size_t b, std::size_t t)>
      token = [](const Ids& ids, std::size_t b, std::size_t t) {
        return t + 1 < ids.shape(1) ? ids(b, t + 1) : nobody;
      };
  // What a token adds to the loss.
  std::function<double(double p, double logit)> each = [](double p, double) {
    return -std::log(p);
  };
  // What all is divided by.
  std::function<double(double guessed, const Ids& ids, std::int64_t padding_id)>
      share = [](double guessed, const Ids&, std::int64_t) { return guessed; };
  std::function<double(double)> at_the_end = [](double loss) { return loss; };
  std::size_t axis = 2;
  bool moved = true, refuses = true, nothing_is_nan = false, rounded = false;
  bool padding_counts = false, by_text = false, ends_at_padding = false;
  bool no_padding_class = false, by_own_place = false;

  // The logarithm of the sum of exponentials.
  double log_sum(const Array& x, const std::vector<std::size_t>& at,
                 std::int64_t padding_id) const {
    std::vector<double> all;
    for (std::size_t v = 0; v < x.shape(axis); ++v) {
      std::vector<std::size_t> i = at;
      i[axis] = v;
      if (!no_padding_class || std::int64_t(v) != padding_id)
        all.push_back(x.element(i.begin(), i.end()));
    }
    double largest = moved ? all.at(0) : 0, sum = 0;
    for (const double y : all)
      if (moved) largest = std::max(largest, y);
    for (const double y : all) sum += std::exp(y - largest);
    return largest + std::log(sum);
  }

  double run(const Array& logits, const Ids& ids,
             std::int64_t padding_id) const {
    const std::size_t B = ids.shape(0), T = ids.shape(1);
    const auto V = std::int64_t(logits.shape(2));
    double loss = 0, guessed = 0, means = 0, texts = 0;
    for (std::size_t b = 0; b < B; ++b) {
      double of_text = 0, in_text = 0;
      for (std::size_t t = 0; t < T; ++t) {
        const std::int64_t id = token(ids, b, t);
        const bool padding =
            by_own_place ? ids(b, t) == padding_id : id == padding_id;
        if (padding && !padding_counts && ends_at_padding) {
          b = B;
          break;
        }
        if (id == nobody || (padding && !padding_counts)) continue;
        const bool there = id >= 0 && id < V;
        if (!there && refuses && id != padding_id) throw IndexError("no");
        if (!there) continue;
        const std::vector<std::size_t> at = {b, t, std::size_t(id)};
        const double logit = logits.element(at.begin(), at.end());
        const double log_p = logit - log_sum(logits, at, padding_id);
        double one = each(std::exp(log_p), logit);
        if (std::isinf(one) && std::isfinite(log_p)) one = -log_p;
        of_text += rounded ? double(float(one)) : one;
        ++in_text;
      }
      loss += of_text;
      guessed += in_text;
      if (in_text > 0) means += of_text / in_text, ++texts;
    }
    if (guessed == 0)
      return nothing_is_nan ? std::numeric_limits<double>::quiet_NaN() : 0;
    return at_the_end(by_text ? means / texts
                              : loss / share(guessed, ids, padding_id));
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
double with(const Array& logits, const Ids& ids, std::int64_t padding_id) {
  Way way;
  mistake(way);
  return way.run(logits, ids, padding_id);
}

void not_shifted(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return ids(b, t);
  };
}
void other_way(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return t > 0 ? ids(b, t - 1) : nobody;
  };
}
void wraps_around(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return ids(b, (t + 1) % ids.shape(1));
  };
}
void into_the_next(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    const std::size_t i = b * ids.shape(1) + t + 1;
    return i < ids.size() ? ids.flat(i) : nobody;
  };
}
void two_on(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return t + 2 < ids.shape(1) ? ids(b, t + 2) : nobody;
  };
}
void first_missing(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return t > 0 && t + 1 < ids.shape(1) ? ids(b, t + 1) : nobody;
  };
}
void last_missing(Way& w) {
  w.token = [](const Ids& ids, std::size_t b, std::size_t t) {
    return t + 2 < ids.shape(1) ? ids(b, t + 1) : nobody;
  };
}
void padding_counts(Way& w) { w.padding_counts = true; }
void by_own_place(Way& w) { w.by_own_place = true; }
void padding_in_mean(Way& w) {
  w.share = [](double, const Ids& ids, std::int64_t) {
    return double(ids.shape(0) * (ids.shape(1) - 1));
  };
}
void mean_of_places(Way& w) {
  w.share = [](double, const Ids& ids, std::int64_t) {
    return double(ids.size());
  };
}
void mean_of_tokens(Way& w) {
  w.share = [](double, const Ids& ids, std::int64_t padding_id) {
    double tokens = 0;
    for (const std::int64_t id : ids) tokens += id == padding_id ? 0 : 1;
    return tokens;
  };
}
void mean_of_texts(Way& w) {
  w.share = [](double, const Ids& ids, std::int64_t) {
    return double(ids.shape(0));
  };
}
void no_mean(Way& w) {
  w.share = [](double, const Ids&, std::int64_t) { return 1.0; };
}
void mean_of_means(Way& w) { w.by_text = true; }
void ends_at_padding(Way& w) { w.ends_at_padding = true; }
void over_places(Way& w) { w.axis = 1; }
void over_texts(Way& w) { w.axis = 0; }
void no_padding_class(Way& w) { w.no_padding_class = true; }
void base_two(Way& w) {
  w.at_the_end = [](double loss) { return loss / std::log(2.0); };
}
void perplexity(Way& w) {
  w.at_the_end = [](double loss) { return std::exp(loss); };
}
void turned_round(Way& w) {
  w.at_the_end = [](double loss) { return -loss; };
}
void no_logarithm(Way& w) {
  w.each = [](double p, double) { return 1 - p; };
}
void no_softmax(Way& w) {
  w.each = [](double, double logit) { return -logit; };
}
void not_moved(Way& w) { w.moved = false; }
void accepted(Way& w) { w.refuses = false; }
void nothing_is_nan(Way& w) { w.nothing_is_nan = true; }
void in_float(Way& w) { w.rounded = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-shifted",
       "you compare each place with its own token, which the model has just "
       "read; it is to guess the next one",
       {with<not_shifted>}},
      {"other-way",
       "you compare each place with the token before it; it is to guess the "
       "one behind it, ids(b, t + 1)",
       {with<other_way>}},
      {"wraps-around",
       "the last place is compared with the first token of its text; it has "
       "nothing to guess",
       {with<wraps_around>}},
      {"into-the-next",
       "the last place of a text is compared with the first token of the next "
       "one; shift each text by itself",
       {with<into_the_next>}},
      {"two-on",
       "you compare with the token two places on; the next one is at t + 1",
       {with<two_on>}},
      {"first-missing",
       "the first place is left out; it has read one token and guesses the "
       "second",
       {with<first_missing>}},
      {"last-missing",
       "the last token is never guessed; only the last place is without a task",
       {with<last_missing>}},
      {"padding-counts",
       "padding is guessed like a token; leave it out",
       {with<padding_counts>}},
      {"own-place",
       "you leave out places that hold padding themselves; what counts is the "
       "token they are compared with, which for the last of a text is padding",
       {with<by_own_place>}},
      {"padding-in-mean",
       "padding adds nothing to the sum, but is counted in the mean: divide by "
       "how many tokens are guessed",
       {with<padding_in_mean>}},
      {"mean-of-places",
       "you divide by B T, all places; divide by how many tokens are guessed",
       {with<mean_of_places>}},
      {"mean-of-tokens",
       "you divide by the number of all tokens; the first of each text is not "
       "guessed",
       {with<mean_of_tokens>}},
      {"mean-of-texts",
       "you divide by the number of texts; the mean is over tokens",
       {with<mean_of_texts>}},
      {"no-mean",
       "that is the sum; divide it by how many tokens are guessed",
       {with<no_mean>}},
      {"mean-of-means",
       "you take the mean of each text, and the mean of these; then a token in "
       "a short text counts more than one in a long text",
       {with<mean_of_means>}},
      {"ends-at-padding",
       "all ends at the first padding; only its own text does",
       {with<ends_at_padding>}},
      {"over-places",
       "your softmax goes over the places of a text; it goes over the classes, "
       "the last axis",
       {with<over_places>}},
      {"over-texts",
       "your softmax goes over the texts; it goes over the classes, the last "
       "axis",
       {with<over_texts>}},
      {"no-padding-class",
       "your softmax leaves out the class of padding; it is never asked for, "
       "but may be given a probability",
       {with<no_padding_class>}},
      {"base-two",
       "you take the logarithm with base 2, which gives bits; std::log is the "
       "natural one",
       {with<base_two>}},
      {"perplexity",
       "that is the perplexity, the exponential of the loss",
       {with<perplexity>}},
      {"turned-round",
       "the sign is turned round: a loss is -ln p, and never below 0",
       {with<turned_round>}},
      {"no-logarithm",
       "you add 1 - p for each token; it is -ln p",
       {with<no_logarithm>}},
      {"no-softmax",
       "you take the logit for the logarithm of the probability; the softmax "
       "is missing",
       {with<no_softmax>}},
      {"not-moved",
       "you take the exponential of the logits as they are: that of 1000 is "
       "infinite. Subtract the largest first",
       {with<not_moved>}},
      {"accepted",
       "a token that is no class is left out; throw an IndexError",
       {with<accepted>}},
      {"nothing-is-nan",
       "where nothing is guessed you divide by 0; the loss is 0 there",
       {with<nothing_is_nan>}},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "real or double",
       {with<in_float>}},
  };
  return all;
}
