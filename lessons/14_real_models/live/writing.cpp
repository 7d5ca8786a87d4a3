#include "writing.h"

#include <algorithm>

#include "horloge/autograd/tensor.h"
#include "horloge/core/xtensor.h"
#include "horloge/models/decoder.h"
#include "horloge/nn/sampling.h"
#include "horloge/text/tokenizers/whole_characters.h"

namespace {

// What generate() draws with.
constexpr std::uint32_t purpose_of_sampling = 0x73616d70;

}  // namespace

Writing::Writing(const Opened& opened, const Pieces& prompt,
                 const horloge::GenerateOptions& how,
                 std::shared_ptr<horloge::PositionScheme> scheme)
    : opened_(opened),
      how_(how.with_positions(scheme.get())),
      scheme_(std::move(scheme)),
      rng_(how.seed, purpose_of_sampling),
      next_(prompt.ids) {}

void Writing::step() {
  if (over_) return;
  // Others have a decoder of their own, or a memory.
  if (std::dynamic_pointer_cast<const horloge::DecoderModel>(opened_.model) ==
      nullptr)
    return write_at_once();
  const horloge::NoGrad no_grad;
  horloge::ModelInput in;
  in.ids = next_;
  in.cache = &cache_;
  in.positions = scheme_.get();
  const horloge::Array logits = opened_.model->forward(in).logits.array();
  read_ += next_.size();
  const horloge::Array last = xt::view(logits, 0, logits.shape(1) - 1);
  add(horloge::sample(horloge::Tensor(last), how_.sampling, rng_)());
}

void Writing::add(std::int64_t id) {
  const horloge::ModelInfo& info = opened_.model->info;
  const auto& ends = info.eos_ids;
  over_ = std::count(ends.begin(), ends.end(), id) > 0;
  if (!over_) written_.push_back(id);
  next_ = horloge::Ids::from_shape({std::size_t{1}, std::size_t{1}});
  next_(0, 0) = id;
  const bool no_place =
      scheme_ == nullptr && info.max_seq_len && read_ + 1 > *info.max_seq_len;
  over_ = over_ || no_place || done() == steps();
}

void Writing::write_at_once() {
  // A decoder's text begins with a sign of its own.
  const bool about = opened_.model->info.decoder_start_id.has_value();
  const std::size_t before = about ? 1 : next_.size();
  const horloge::Ids all = opened_.model->generate(next_, how_);
  for (std::size_t t = before; t < all.size(); ++t) add(all.data()[t]);
  over_ = true;
}

std::string Writing::text() const {
  std::string all;
  for (const std::int64_t id : written_) all += opened_.tokenizer->bytes(id);
  return horloge::take_whole_characters(all);
}
