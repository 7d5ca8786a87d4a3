#include <fmt/format.h>

#include <map>

#include "golden/kinds.h"
#include "horloge/core/error.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/layout.h"

namespace horloge::golden {
namespace {

Pairing pairing_named(const std::string& layout) {
  if (layout == "half") return Pairing::half;
  if (layout == "interleaved") return Pairing::interleaved;
  throw ValueError(fmt::format("[golden] nobody here knows the setting layout = \"{}\"", layout));
}

/// Positions of the case's array, or so many from its offset on.
Ids positions_of(const Case& c, std::size_t count) {
  if (c.has("in.position_ids")) return c.ids("in.position_ids");
  return positions_from(static_cast<std::size_t>(c.settings.integer("offset", 0)), count);
}

/// Cosines or sines (…, R/2) as the reference keeps them: each for both entries of its pair if
/// there are R of them, and with axes of 1 or without.
Array as_kept(const Array& angles, Pairing pairing, const Shape& want) {
  const std::size_t pairs = angles.shape().back();
  Array out = angles;
  if (want.back() == 2 * pairs) {
    Shape shape = angles.shape();
    shape.back() = 2 * pairs;
    out = empty(shape);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t entry = i % (2 * pairs);
      const std::size_t pair = pairing == Pairing::half ? entry % pairs : entry / 2;
      out.data()[i] = angles.data()[i / (2 * pairs) * pairs + pair];
    }
  }
  if (element_count(want) == out.size()) out.reshape(want);
  return out;
}

// The reference has heads before positions, (B, H, T, K).
Tensor rotated(const Tensor& x, const RotaryAngles& angles, Pairing pairing) {
  const auto [B, H, T, K] = dims<4>(x.shape(), "[golden] x (B, H, T, K)");
  const Tensor side_by_side = reshape(transpose(x, 1, 2), {B, T, H * K});
  return transpose(reshape(rotate_heads(side_by_side, K, angles, pairing), {B, T, H, K}), 1, 2);
}

RotaryScaling scaling_of(const Settings& settings) {
  std::map<std::string, double> numbers;
  for (const char* key :
       {"factor", "original_max_position_embeddings", "attention_factor", "beta_fast", "beta_slow",
        "mscale", "mscale_all_dim", "truncate", "low_freq_factor", "high_freq_factor"})
    if (settings.has(key))
      numbers[key] =
          settings.at(key).is_boolean() ? settings.flag(key, true) : settings.number(key);
  const std::string type = settings.text("rope_type", settings.text("type", "default"));
  return rotary_scaling(type, numbers, settings.number("max_position_embeddings", 0));
}

}  // namespace

void run_rope(Case& c) {
  c.settings.describes({"batch", "heads", "seq", "positions", "offset"});
  const Pairing pairing = pairing_named(c.settings.text("layout"));
  const Tensor q = c.leaf("in.q");
  const Tensor k = c.leaf("in.k");
  const Ids positions = positions_of(c, q.shape()[2]);
  const RotaryAngles angles = rotary_angles(
      positions,
      rotary_frequencies(c.settings.integer("head_dim"), c.settings.number("base", 10000), {}, 0));
  c.check("out.cos", as_kept(angles.cos, pairing, c.shape("out.cos")));
  c.check("out.sin", as_kept(angles.sin, pairing, c.shape("out.sin")));
  const Tensor turned_q = rotated(q, angles, pairing);
  const Tensor turned_k = rotated(k, angles, pairing);
  c.check("out.q", turned_q);
  c.check("out.k", turned_k);
  turned_q.backward(c.array("in.grad_q"));
  turned_k.backward(c.array("in.grad_k"));
  c.check_grad("grad.q", q);
  c.check_grad("grad.k", k);
}

void run_rope_partial(Case& c) {
  c.settings.describes({"head_dim", "offset"});
  const RotaryFrequencies frequencies =
      rotary_frequencies(c.settings.integer("rotary_dim"), c.settings.number("base", 10000), {}, 0);
  for (const std::string which : {"q", "k"}) {
    const Tensor x(c.array("in." + which));
    const RotaryAngles angles = rotary_angles(positions_of(c, x.shape()[2]), frequencies);
    c.check("out.neox_" + which, rotated(x, angles, Pairing::half));
    c.check("out.gptj_" + which, rotated(x, angles, Pairing::interleaved));
  }
}

// The dot product of a query at i and a key at j, both moved by each of the shifts.
void run_rope_relative_dot(Case& c) {
  const std::size_t K = c.settings.integer("head_dim");
  const RotaryFrequencies frequencies =
      rotary_frequencies(K, c.settings.number("base", 10000), {}, 0);
  const Ids shifts = c.ids("in.shifts");
  for (const std::string layout : {"half", "interleaved"}) {
    const auto at = [&](const char* name, const char* place, std::int64_t shift) {
      Ids position = Ids::from_shape({1});
      position(0) = c.settings.integer(place) + shift;
      return rotate_heads(reshape(Tensor(c.array(name)), {1, 1, K}), K,
                          rotary_angles(position, frequencies), pairing_named(layout))
          .array();
    };
    Array dots = zeros({shifts.size()});
    for (std::size_t s = 0; s < shifts.size(); ++s) {
      const Array q = at("in.q", "i", shifts(s));
      const Array k = at("in.k", "j", shifts(s));
      for (std::size_t i = 0; i < K; ++i) dots(s) += q.data()[i] * k.data()[i];
    }
    c.check("out.dot_" + layout, dots);
  }
}

void run_rope_scaling(Case& c) {
  const std::size_t R = c.settings.integer("dim");
  const std::size_t seq_len = c.settings.integer("seq_len");
  const double base = c.settings.number("base", c.settings.number("rope_theta", 10000));
  const RotaryFrequencies f = rotary_frequencies(R, base, scaling_of(c.settings), seq_len);
  // The table may reach further than the sequence that decided on its angles.
  const Shape table = c.shape("out.cos");
  const RotaryAngles angles = rotary_angles(positions_of(c, table.at(table.size() - 2)), f);
  for (const auto& [name, numbers] : {std::pair{"out.cos", angles.cos}, {"out.sin", angles.sin}})
    c.check(name, as_kept(numbers, Pairing::half, c.shape(name)));

  // Linear scaling divides the positions, or, with the same angles, the frequencies: the first of
  // these is 1 or not.
  const double first = c.array("out.inv_freq").data()[0];
  Array inv_freq = empty({R / 2});
  for (std::size_t j = 0; j < R / 2; ++j)
    inv_freq(j) = static_cast<real>(f.inv_freq[j] / (first < 1 ? f.position_factor : 1));
  c.check("out.inv_freq", inv_freq);
}

}  // namespace horloge::golden
