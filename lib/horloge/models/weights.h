#pragma once

// From the names and layouts of published checkpoints to those of this library.

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "horloge/io/safetensors.h"
#include "horloge/nn/module.h"

namespace horloge {

/// How a checkpoint stores a weight that is (out, in) here.
enum class Stored {
  as_is,
  transposed,        ///< (in, out)
  fused,             ///< rows of the queries, then the keys', then the values'; or of other parts
  fused_transposed,  ///< the same as columns
  fused_by_head,  ///< rows of the first head's query, key and value, then of the second head's …
  less_one,       ///< w - 1 for w, a norm's factors counted from 1
  // Experts, of which the file has one tensor for all; the last `*` of our name is the expert's.
  experts_transposed,        ///< (E, in, out), and biases (E, out)
  experts_fused_transposed,  ///< the same with the columns of gate, then those of up
  experts_interleaved,       ///< the same with columns of gate and up in turn
};

inline bool has_experts(Stored how) { return how >= Stored::experts_transposed; }

inline bool is_transposed(Stored how) {
  return how == Stored::transposed || how == Stored::fused_transposed;
}

/// One rule of a model's table: a layer or a single tensor, in the file and here. `*` stands for a
/// number, the same in both names; `{qkv}` in our name for q, k and v, `{kv}` for k and v,
/// `{gate,up}` for gate and up, and `{kv_down,k_rotary}` for these two, which are one tensor in the
/// file.
struct WeightRule {
  std::string theirs;
  std::string ours;
  Stored how = Stored::as_is;
  std::size_t num_heads = 0;  ///< for fused_by_head
};

/// The weight table of a model, all that is particular to its files. Where several rules lead to
/// one tensor of ours, as for tied weights, a file may have any of theirs, or all if they are
/// equal.
struct WeightTable {
  std::vector<WeightRule> rules;
  /// What every name may begin with, as in the hub's files: `transformer.`
  std::vector<std::string> prefixes;
  /// Name endings of what is not a weight: causal masks, position ids, frequencies.
  std::vector<std::string> ignored;
  /// Name endings in old files, and their names today: `.gamma`, `.weight`.
  std::vector<std::pair<std::string, std::string>> endings{};
  /// Constants that a file holds under these full names: ignored, and computed for one that is
  /// written.
  std::vector<std::pair<std::string, std::function<Array()>>> constants{};
};

/// Fills our tensors from a file, whose names and layouts the table translates. If it does not fit,
/// nothing is changed, and an error that begins with `where` lists what is missing, unexpected, or
/// of another shape: a ShapeError if it is shapes alone, else a ValueError.
///
/// One tensor is read after another, so that besides the model it takes memory for one of them.
void load_weights(const SafetensorsFile& file, const std::vector<NamedTensor>& ours,
                  const WeightTable& table, const std::string& where);

/// The way back: our tensors under the names and in the layouts of a file. Of several names that
/// the table has for one, the first; all but heads begin with the first of its prefixes.
std::map<std::string, StoredTensor> stored_weights(const std::vector<NamedTensor>& ours,
                                                   const WeightTable& table);

}  // namespace horloge
