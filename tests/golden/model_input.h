#pragma once

#include "golden/case.h"
#include "horloge/models/language_model.h"

namespace horloge::golden {

/// What a case hands to a model. `part` takes from each array what this call is for: all of it, or
/// the rows of one step. A decoder without ids of its own reads the labels.
template <class Part>
ModelInput input_of(const Case& c, const ModelInfo& info, const Part& part) {
  ModelInput in;
  in.ids = part(c.ids("in.input_ids"));
  if (c.has("in.attention_mask")) in.attention_mask = part(c.mask("in.attention_mask"));
  if (c.has("in.position_ids")) in.position_ids = part(c.ids("in.position_ids"));
  if (c.has("in.token_type_ids")) in.token_type_ids = part(c.ids("in.token_type_ids"));
  if (c.has("in.decoder_attention_mask"))
    in.decoder_mask = part(c.mask("in.decoder_attention_mask"));
  if (c.has("in.decoder_input_ids"))
    in.decoder_ids = part(c.ids("in.decoder_input_ids"));
  else if (info.decoder_start_id && c.has("in.labels"))
    in.decoder_ids = shifted_right(info, part(c.ids("in.labels")));
  return in;
}

}  // namespace horloge::golden
