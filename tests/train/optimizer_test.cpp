#include "horloge/train/optimizer.h"

#include "horloge/core/parallel.h"
#include "horloge/io/safetensors.h"
#include "horloge/train/adam.h"
#include "horloge/train/sgd.h"
#include "support/gradients.h"

namespace horloge {
namespace {

SGDOptions sgd(double lr, double momentum = 0, double dampening = 0, double weight_decay = 0,
               bool nesterov = false) {
  return {lr, momentum, dampening, weight_decay, nesterov};
}

template <class Settings = AdamOptions>
Settings adam(double lr, double weight_decay, bool amsgrad = false) {
  Settings s;
  s.lr = lr;
  s.weight_decay = weight_decay;
  s.amsgrad = amsgrad;
  return s;
}

// Row `step` of an array (steps, …).
Array row(const Array& all, std::size_t step, const Shape& shape) {
  Array out = empty(shape);
  std::copy_n(all.data() + step * out.size(), out.size(), out.data());
  return out;
}

// PyTorch's trajectory of two parameters under given gradients.
template <class Optimizer, class Settings>
void expect_golden(const std::string& name, const Settings& settings) {
  const auto file = read_safetensors(HORLOGE_DATA_DIR "/golden/torch/" + name + ".safetensors");
  const auto load = [&](const char* entry) { return file.at(entry).to_array(); };
  Tensor p0(load("in.p0"), true);
  Tensor p1(load("in.p1"), true);
  Optimizer optimizer({p0, p1}, settings);
  for (std::size_t step = 0; step < 5; ++step) {
    p0.set_grad(row(load("in.g0"), step, p0.shape()));
    p1.set_grad(row(load("in.g1"), step, p1.shape()));
    optimizer.step();
    EXPECT_TRUE(near(p0.array(), row(load("out.p0_traj"), step, p0.shape()), 1e-6)) << name;
    EXPECT_TRUE(near(p1.array(), row(load("out.p1_traj"), step, p1.shape()), 1e-6)) << name;
  }
}

TEST(Optimizer, FollowsPyTorchsTrajectories) {
  expect_golden<SGD>("optim_sgd_90", sgd(0.1));
  expect_golden<SGD>("optim_sgd_momentum_wd_91", sgd(0.05, 0.9, 0, 0.01));
  expect_golden<Adam>("optim_adam_wd_92", adam(0.01, 0.1));
  expect_golden<AdamW>("optim_adamw_93", adam<AdamWOptions>(0.01, 0.1));
}

// One number, one update, as the documentation of torch.optim writes it.
struct Scalar {
  double p;
  double b = 0, m = 0, v = 0, largest = 0;
  int t = 0;

  void step(double g, const SGDOptions& s) {
    ++t;
    g += s.weight_decay * p;
    if (s.momentum != 0) {
      b = t > 1 ? s.momentum * b + (1 - s.dampening) * g : g;
      g = s.nesterov ? g + s.momentum * b : b;
    }
    p -= s.lr * g;
  }

  void step(double g, const AdamOptions& s, bool decoupled) {
    ++t;
    if (decoupled)
      p -= s.lr * s.weight_decay * p;
    else
      g += s.weight_decay * p;
    m = s.betas.first * m + (1 - s.betas.first) * g;
    v = s.betas.second * v + (1 - s.betas.second) * g * g;
    largest = std::fmax(largest, v);
    const double m_hat = m / (1 - std::pow(s.betas.first, t));
    const double v_hat = (s.amsgrad ? largest : v) / (1 - std::pow(s.betas.second, t));
    p -= s.lr * m_hat / (std::sqrt(v_hat) + s.eps);
  }
};

// An odd length, so that the last vector is not full, over enough steps for v to fall again.
template <class Step>
void expect_scalars(Optimizer& optimizer, Tensor p, const Step& step) {
  std::vector<Scalar> want;
  for (const real x : p.array()) want.push_back({x});
  Rng rng(7);
  for (int t = 0; t < 12; ++t) {
    p.set_grad(rng.normal(p.shape(), 0, t < 3 ? 3 : 0.3));
    for (std::size_t i = 0; i < want.size(); ++i) step(want[i], p.grad().data()[i]);
    optimizer.step();
    for (std::size_t i = 0; i < want.size(); ++i)
      ASSERT_NEAR(p.data()[i], want[i].p, bound(3e-6, 1e-14)) << "step " << t << ", number " << i;
  }
}

TEST(SGD, AgreesWithItsDefinitionForEachNumber) {
  for (const SGDOptions& s : {sgd(0.1), sgd(0.1, 0.9), sgd(0.1, 0.9, 0.3), sgd(0.1, 0.9, 0, 0.1),
                              sgd(0.1, 0.8, 0, 0.1, true), sgd(0.1, 0.5, -0.5)}) {
    const Tensor p = leaf({37}, 1);
    SGD optimizer({p}, s);
    expect_scalars(optimizer, p, [&](Scalar& x, double g) { x.step(g, s); });
  }
}

TEST(Adam, AgreesWithItsDefinitionForEachNumber) {
  for (const bool amsgrad : {false, true})
    for (const double decay : {0.0, 0.1}) {
      auto s = adam<AdamWOptions>(0.03, decay, amsgrad);
      s.betas = {0.8, 0.7};
      s.eps = 1e-3;
      const Tensor p = leaf({37}, 2);
      Adam in_gradient({p}, s);
      expect_scalars(in_gradient, p, [&](Scalar& x, double g) { x.step(g, s, false); });
      AdamW decoupled({p}, s);
      expect_scalars(decoupled, p, [&](Scalar& x, double g) { x.step(g, s, true); });
    }
}

TEST(AdamW, DecaysUnlessToldOtherwise) {
  EXPECT_EQ(AdamOptions().weight_decay, 0);
  EXPECT_EQ(AdamWOptions().weight_decay, 0.01);
}

template <class Options>
void expect_all_five() {
  const Options s = Options().with_lr(1).with_betas(0.2, 0.3).with_eps(4).with_weight_decay(5);
  EXPECT_EQ(s.lr, 1);
  EXPECT_EQ(s.betas, std::make_pair(0.2, 0.3));
  EXPECT_EQ(s.eps, 4);
  EXPECT_EQ(s.weight_decay, 5);
  EXPECT_FALSE(s.amsgrad);
  EXPECT_TRUE(Options(s).with_amsgrad(true).amsgrad);
}

TEST(Options, AreSetInOneExpression) {
  expect_all_five<AdamOptions>();
  expect_all_five<AdamWOptions>();
  const auto s = SGDOptions().with_lr(1).with_momentum(2).with_dampening(3).with_weight_decay(4);
  EXPECT_EQ(s.lr, 1);
  EXPECT_EQ(s.momentum, 2);
  EXPECT_EQ(s.dampening, 3);
  EXPECT_EQ(s.weight_decay, 4);
  EXPECT_FALSE(s.nesterov);
  EXPECT_TRUE(SGDOptions(s).with_nesterov(true).nesterov);
}

TEST(Optimizer, GroupsHaveTheirOwnSettings) {
  Tensor a = leaf({5}, 3);
  Tensor b = leaf({5}, 4);
  Tensor a_alone(Array(a.array()), true);
  Tensor b_alone(Array(b.array()), true);
  AdamW together({{{a}, adam<AdamWOptions>(0.1, 0.5)}, {{b}, adam<AdamWOptions>(0.01, 0, true)}});
  AdamW first({a_alone}, adam<AdamWOptions>(0.1, 0.5));
  AdamW second({b_alone}, adam<AdamWOptions>(0.01, 0, true));
  Rng rng(5);
  for (int t = 0; t < 4; ++t) {
    const Array g = rng.normal({5});
    for (Tensor* p : {&a, &b, &a_alone, &b_alone}) p->set_grad(g);
    together.step();
    first.step();
    second.step();
  }
  EXPECT_TRUE(same(a.array(), a_alone.array()));
  EXPECT_TRUE(same(b.array(), b_alone.array()));
}

TEST(Optimizer, AScheduleKeepsTheRatioOfTheGroups) {
  SGD optimizer({{{leaf({1}, 1)}, sgd(0.1)}, {{leaf({1}, 2)}, sgd(0.01)}});
  optimizer.set_lr(0.5);
  EXPECT_EQ(optimizer.lr(), 0.5);
  EXPECT_NEAR(optimizer.lr(1), 0.05, 1e-15);
  optimizer.set_lr(0);
  optimizer.set_lr(0.1);  // a rate of 0 on the way does no harm
  EXPECT_NEAR(optimizer.lr(1), 0.01, 1e-15);
  optimizer.set_lr(1, 7);
  EXPECT_EQ(optimizer.lr(1), 7);
  EXPECT_ERROR(optimizer.lr(2), IndexError, "[SGD] group 2 is out of range: there are 2");
  EXPECT_ERROR(optimizer.set_lr(-1), ValueError, "[SGD] lr must not be negative, got -1");
}

TEST(Optimizer, LeavesParametersWithoutAGradientAlone) {
  Tensor used = leaf({3}, 1);
  const Tensor unused = leaf({3}, 2);
  const Array before = unused.array();
  AdamW optimizer({used, unused}, adam<AdamWOptions>(0.1, 0.5));
  used.set_grad(ones({3}));
  optimizer.step();
  EXPECT_TRUE(same(unused.array(), before));  // not even decayed
  EXPECT_EQ(optimizer.state().counters.size(), 1U);
  optimizer.zero_grad();
  EXPECT_FALSE(used.has_grad());
  const Array after = used.array();
  optimizer.step();
  EXPECT_TRUE(same(used.array(), after));
}

TEST(Optimizer, KeepsOnlyItsOwnPart) {
  Tensor p = leaf({3}, 1), q = leaf({2}, 2);
  AdamW optimizer({p, q});
  const auto step = [&] {
    p.set_grad(ones({3}));
    q.set_grad(ones({2}));
    optimizer.step();
  };
  step();
  const Array before = q.array();
  optimizer.keep_only({true, false});
  EXPECT_EQ(optimizer.state().counters.size(), 1U);
  step();
  EXPECT_TRUE(same(q.array(), before));
  EXPECT_EQ(optimizer.state().counters[0].second, 2U);
  EXPECT_ERROR(optimizer.keep_only({true}), ValueError, "[AdamW] keep_only has 1 flags for 2");
}

TEST(Optimizer, CountsEachUpdateAsAChangeOfTheValue) {
  Tensor p = leaf({3}, 1);
  SGD optimizer({p}, sgd(0.1));
  const Saved before(p);
  p.set_grad(ones({3}));
  optimizer.step();
  EXPECT_ERROR(before.data(), Error, "");
}

TEST(Optimizer, TheNumberOfThreadsDoesNotMatter) {
  Array alone;
  for (const int threads : {1, 2, 3}) {
    set_num_threads(threads);
    Tensor p = leaf({100'001}, 1);
    AdamW optimizer({p}, adam<AdamWOptions>(0.1, 0.5));
    for (std::uint64_t t = 0; t < 3; ++t) {
      p.set_grad(Rng(t).normal(p.shape()));
      optimizer.step();
    }
    set_num_threads(0);
    if (threads == 1) alone = p.array();
    EXPECT_TRUE(same(p.array(), alone)) << threads << " threads";
  }
}

// What a checkpoint does: values and state out of one optimizer into a new one.
template <class Optimizer, class Settings>
void expect_resumes(const Settings& settings) {
  Tensor p = leaf({7}, 1);
  Tensor q = leaf({2}, 2);
  Optimizer unbroken({p, q}, settings);
  Rng rng(3);
  p.set_grad(rng.normal({7}));  // q gets its first gradient later
  unbroken.step();

  Tensor p2(Array(p.array()), true);
  Tensor q2(Array(q.array()), true);
  Optimizer resumed({p2, q2}, settings);
  resumed.load_state(unbroken.state());
  EXPECT_EQ(resumed.description(), unbroken.description());
  for (int t = 0; t < 3; ++t) {
    const Array g = rng.normal({7});
    const Array h = rng.normal({2});
    p.set_grad(g);
    p2.set_grad(g);
    q.set_grad(h);
    q2.set_grad(h);
    unbroken.step();
    resumed.step();
  }
  EXPECT_TRUE(same(p.array(), p2.array()));
  EXPECT_TRUE(same(q.array(), q2.array()));
}

TEST(Optimizer, ALoadedStateGoesOnAsTheUnbrokenOne) {
  expect_resumes<SGD>(sgd(0.1));
  expect_resumes<SGD>(sgd(0.1, 0.9, 0.5));
  expect_resumes<Adam>(adam(0.1, 0.1));
  expect_resumes<AdamW>(adam<AdamWOptions>(0.1, 0.1, true));
}

TEST(Optimizer, RefusesAStateThatDoesNotFit) {
  Tensor p = leaf({7}, 1);
  p.set_grad(ones({7}));
  Adam source({p}, adam(0.1, 0));
  source.step();
  Adam amsgrad({p}, adam(0.1, 0, true));
  EXPECT_ERROR(amsgrad.load_state(source.state()), ValueError,
               "[Adam] the state does not fit: 0.max_exp_avg_sq is missing");
  SGD plain({p}, sgd(0.1));
  EXPECT_ERROR(
      plain.load_state(source.state()), ValueError,
      "[SGD] the state does not fit: of its 1 counters and 2 tensors, 1 and 0 belong here");
  Adam other({leaf({6}, 1)}, adam(0.1, 0));
  EXPECT_ERROR(other.load_state(source.state()), ShapeError,
               "0.exp_avg has shape (7,), its parameter has (6,)");
  EXPECT_TRUE(other.state().tensors.empty());
}

TEST(Optimizer, NamesASettingOutOfRange) {
  const Tensor p = leaf({1}, 1);
  EXPECT_ERROR(SGD({p}, sgd(-1)), ValueError, "[SGD] lr must not be negative, got -1");
  EXPECT_ERROR(SGD({p}, sgd(0.1, -0.5)), ValueError, "[SGD] momentum must not be negative");
  EXPECT_ERROR(SGD({p}, sgd(std::nan(""))), ValueError, "[SGD] lr must be finite, got nan");
  EXPECT_ERROR(SGD({p}, sgd(0.1, 0, 0, 0, true)), ValueError,
               "[SGD] momentum must be above 0 for nesterov, got 0");
  EXPECT_ERROR(SGD({p}, sgd(0.1, 0.9, 0.1, 0, true)), ValueError,
               "[SGD] dampening must be 0 for nesterov, got 0.1");
  AdamOptions s;
  s.betas.second = 1;
  EXPECT_ERROR(Adam({p}, s), ValueError, "[Adam] betas must be in [0, 1), got 1");
  EXPECT_ERROR(SGD(std::vector<Tensor>{}), ValueError, "a group has no parameters");
  EXPECT_ERROR(SGD({p, p}), ValueError, "[SGD] parameters 0 and 1 are the same tensor");
  EXPECT_ERROR(SGD({Tensor()}), ValueError, "[SGD] parameter 0 is undefined");
}

}  // namespace
}  // namespace horloge
