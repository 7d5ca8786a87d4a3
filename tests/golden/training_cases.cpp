#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <sstream>

#include "golden/kinds.h"
#include "golden/optimizers.h"
#include "horloge/core/error.h"
#include "horloge/train/adam.h"
#include "horloge/train/clip.h"
#include "horloge/train/schedule.h"
#include "horloge/train/sgd.h"

namespace horloge::golden {
namespace {

/// p0, p1, … with a prefix, as many as the case has.
std::vector<std::string> numbered(const Case& c, const std::string& prefix) {
  std::vector<std::string> names;
  while (c.has(prefix + std::to_string(names.size())))
    names.push_back(prefix + std::to_string(names.size()));
  return names;
}

/// Row `i` of the first axis.
Array row_at(const Array& x, std::size_t i) {
  const Shape shape(x.shape().begin() + 1, x.shape().end());
  Array out = empty(shape);
  std::copy_n(x.data() + i * out.size(), out.size(), out.data());
  return out;
}

void read_settings(const Settings& from, SGDOptions& to) {
  to.lr = from.number("lr", to.lr);
  to.momentum = from.number("momentum", to.momentum);
  to.dampening = from.number("dampening", to.dampening);
  to.weight_decay = from.number("weight_decay", to.weight_decay);
  to.nesterov = from.flag("nesterov", to.nesterov);
}

void read_settings(const Settings& from, AdamOptions& to) {
  to.lr = from.number("lr", to.lr);
  if (from.has("betas")) {
    const auto& betas = from.at("betas");
    to.betas = {betas.at(0).get<double>(), betas.at(1).get<double>()};
  }
  to.eps = from.number("eps", to.eps);
  to.weight_decay = from.number("weight_decay", to.weight_decay);
  to.amsgrad = from.flag("amsgrad", to.amsgrad);
}

/// Each parameter is a group: with the settings of all, changed by those of `group0`, `group1`, ….
template <class Optimizer, class OptimizerOptions>
std::unique_ptr<horloge::Optimizer> make(const Settings& all,
                                         const std::vector<Tensor>& parameters) {
  OptimizerOptions common;
  read_settings(all, common);
  std::vector<ParameterGroup<OptimizerOptions>> groups;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    OptimizerOptions own = common;
    const std::string group = "group" + std::to_string(i);
    if (all.has(group)) {
      const Settings settings = all.group(group);
      read_settings(settings, own);
      for (const std::string& key : settings.unread())
        throw ValueError(fmt::format("[golden] nobody here knows the setting {}.{}", group, key));
    }
    groups.push_back({{parameters[i]}, own});
  }
  return std::make_unique<Optimizer>(groups);
}

Schedule hf_cosine(const Settings& s, double num_cycles) {
  return cosine_with_warmup(s.number("lr"), s.integer("warmup"), s.integer("total"),
                            s.number("num_cycles", num_cycles));
}

Schedule hf_inverse_sqrt(const Settings& s) {
  s.describes({"total"});
  const bool given = s.has("timescale") && s.at("timescale") != "warmup";
  return inverse_sqrt_with_warmup(s.number("lr"), s.integer("warmup"),
                                  given ? s.integer("timescale") : 0);
}

using MakeSchedule = std::function<Schedule(const Settings&)>;

const std::map<std::string, MakeSchedule> schedules = {
    {"hf_constant_warmup",
     [](const Settings& s) {
       s.describes({"total"});
       return constant_with_warmup(s.number("lr"), s.integer("warmup"));
     }},
    {"hf_linear_warmup",
     [](const Settings& s) {
       return linear_with_warmup(s.number("lr"), s.integer("warmup"), s.integer("total"));
     }},
    {"hf_cosine_warmup", [](const Settings& s) { return hf_cosine(s, 0.5); }},
    {"hf_cosine_restarts",
     [](const Settings& s) {
       return cosine_with_hard_restarts(s.number("lr"), s.integer("warmup"), s.integer("total"),
                                        s.number("num_cycles", 1));
     }},
    {"hf_polynomial",
     [](const Settings& s) {
       return polynomial_with_warmup(s.number("lr"), s.integer("warmup"), s.integer("total"),
                                     s.number("power", 1), s.number("lr_end", 1e-7));
     }},
    {"hf_inverse_sqrt", hf_inverse_sqrt},
    {"torch_step",
     [](const Settings& s) {
       return step_decay(s.number("lr"), s.integer("step_size"), s.number("gamma", 0.1));
     }},
    {"torch_exponential",
     [](const Settings& s) { return exponential_decay(s.number("lr"), s.number("gamma")); }},
    {"torch_cosine_annealing",
     [](const Settings& s) {
       return cosine_annealing(s.number("lr"), s.integer("T_max"), s.number("eta_min", 0));
     }},
    {"torch_cosine_warm_restarts",
     [](const Settings& s) {
       return cosine_warm_restarts(s.number("lr"), s.integer("T_0"), s.integer("T_mult", 1),
                                   s.number("eta_min", 0));
     }},
    {"torch_warmup_then_cosine",
     [](const Settings& s) {
       return warmup_then_cosine(s.number("lr"), s.integer("warmup"), s.number("start_factor"),
                                 s.integer("T_max"), s.number("eta_min", 0));
     }},
    {"noam",
     [](const Settings& s) {
       return noam(s.integer("d_model"), s.integer("warmup"), s.number("factor", 1));
     }},
};

// nanoGPT changed its warm-up; that of the reference began at 0 if its first rate is 0.
Schedule nanogpt(const Case& c) {
  const Settings& s = c.settings;
  const bool from_zero = c.array("out.lr").flat(0) == 0;
  return nanogpt_cosine(s.number("learning_rate"), s.integer("warmup_iters"),
                        s.integer("lr_decay_iters"), s.number("min_lr"),
                        from_zero ? NanogptWarmup::from_zero : NanogptWarmup::from_one);
}

/// 0, 1, 2, …, or what `steps` says: "first,second,..,last".
std::vector<std::uint64_t> steps_of(const Case& c) {
  std::vector<std::uint64_t> steps(c.shape("out.lr").at(0));
  std::uint64_t first = 0;
  std::uint64_t second = 1;
  if (c.settings.has("steps")) {
    std::istringstream text(c.settings.text("steps"));
    char comma = ',';
    text >> first >> comma >> second;
    if (!text || second <= first)
      throw ValueError(fmt::format("[golden] steps must be \"first,second,..,last\", got \"{}\"",
                                   c.settings.text("steps")));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = first + i * (second - first);
  return steps;
}

}  // namespace

std::unique_ptr<Optimizer> make_optimizer(const Settings& settings,
                                          const std::vector<Tensor>& parameters) {
  const std::string name = settings.text("opt", "AdamW");
  if (name == "SGD") return make<SGD, SGDOptions>(settings, parameters);
  if (name == "Adam") return make<Adam, AdamOptions>(settings, parameters);
  if (name == "AdamW") return make<AdamW, AdamWOptions>(settings, parameters);
  throw ValueError(fmt::format("[golden] nobody here knows the optimizer \"{}\"", name));
}

Schedule make_schedule(const Case& c) {
  const std::string name = c.settings.text("schedule");
  if (const auto found = schedules.find(name); found != schedules.end())
    return found->second(c.settings);
  if (name == "nanogpt_cosine") return nanogpt(c);
  if (const auto num_cycles = number_in_name(name, "hf_cosine_warmup_cycles"))
    return hf_cosine(c.settings, *num_cycles);
  throw ValueError(fmt::format("[golden] nobody here knows the schedule \"{}\"", name));
}

void run_optimizer(Case& c) {
  std::vector<Tensor> parameters;
  std::vector<Array> gradients;
  std::vector<std::vector<real>> trajectories;
  for (const std::string& name : numbered(c, "in.p")) {
    parameters.push_back(c.leaf(name));
    gradients.push_back(c.array("in.g" + name.substr(4)));
    trajectories.emplace_back();
  }
  if (parameters.empty()) throw ValueError("[golden] an optimizer needs parameters: in.p0, …");
  const auto optimizer = make_optimizer(c.settings, parameters);
  const std::size_t steps = gradients[0].shape(0);
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      parameters[i].set_grad(row_at(gradients[i], step));
    optimizer->step();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Array& p = parameters[i].array();
      trajectories[i].insert(trajectories[i].end(), p.begin(), p.end());
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Array trajectory = empty(gradients[i].shape());
    std::copy(trajectories[i].begin(), trajectories[i].end(), trajectory.begin());
    c.check(fmt::format("out.p{}_traj", i), trajectory);
  }
}

void run_clip_grad_norm(Case& c) {
  std::vector<Tensor> parameters;
  for (const std::string& name : numbered(c, "in.g")) {
    const Array gradient = c.array(name);
    parameters.emplace_back(zeros(gradient.shape()), true);
    parameters.back().set_grad(gradient);
  }
  const double total =
      clip_grad_norm(parameters, c.settings.number("max_norm"), c.settings.number("norm_type", 2));
  c.check("out.total_norm", full({}, static_cast<real>(total)));
  for (std::size_t i = 0; i < parameters.size(); ++i)
    c.check(fmt::format("out.g{}", i), parameters[i].grad());
}

void run_lr_schedule(Case& c) {
  const Schedule schedule = make_schedule(c);
  const std::vector<std::uint64_t> steps = steps_of(c);
  Array rates = empty({steps.size()});
  std::transform(steps.begin(), steps.end(), rates.begin(),
                 [&](std::uint64_t step) { return static_cast<real>(schedule(step)); });
  c.check("out.lr", rates);
}

}  // namespace horloge::golden
