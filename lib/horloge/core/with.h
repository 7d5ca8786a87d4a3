#pragma once

// Options in one expression: TransformerOptions().with_dropout(0).with_norm(NormPlace::before). A
// struct of options has a setter beside each of its members, and all of them are made of this. The
// struct is [[nodiscard]], for a setter changes nothing but the copy that it returns.

#include <utility>

namespace horloge {

/// A copy of the options with one member changed.
template <class Options, class Owner, class Member, class Value>
Options with(Options options, Member Owner::*member, Value&& value) {
  options.*member = std::forward<Value>(value);
  return options;
}

}  // namespace horloge
