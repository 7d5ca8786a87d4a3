#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "course/commands/claims_options.h"
#include "course/commands/compare_options.h"
#include "course/commands/model_options.h"
#include "course/commands/web_options.h"
#include "course/learn/needs.h"
#include "course/runner/session.h"

namespace learn {

/// The commands that programs of their own carry out: claims, compare, model,
/// get and web. Their arguments are read here, so that what is wrong is said
/// before anything is built.
class OtherPrograms {
 public:
  /// Calls one with what a command needs, and with what carries it out.
  using Do = std::function<void(const Needs&, const std::function<void()>&)>;

  /// Becomes the program of a name, which gets the arguments that we have, with
  /// the command's name or without.
  using Become =
      std::function<void(const std::string& program, bool with_command)>;

  OtherPrograms(CLI::App& app, const runner::Session& session, Do act,
                Become become);
  OtherPrograms(const OtherPrograms&) = delete;
  OtherPrograms& operator=(const OtherPrograms&) = delete;

 private:
  void add_claims(CLI::App& app);
  void add_compare(CLI::App& app);
  void add_models(CLI::App& app);
  void add_web(CLI::App& app);

  const runner::Session& session_;
  Do act_;
  Become become_;
  commands::ClaimsOptions claims_;
  commands::CompareOptions compare_;
  commands::ModelOptions model_;
  commands::WebOptions web_;
  std::string download_;
};

}  // namespace learn
