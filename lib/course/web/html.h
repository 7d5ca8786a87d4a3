#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace web {

/// A text between tags or in the quotes of an attribute.
std::string escaped(std::string_view text);

/// Where a link of a Markdown text goes on a page; empty: it is no link there.
using LinkTo = std::function<std::string(const std::string&)>;

/// Formulas become <x-equation>, which the browser sets.
std::string html_of_markdown(std::string_view markdown, const LinkTo& link_to);

/// The same of one line, without the paragraph around it.
std::string html_of_line(std::string_view line, const LinkTo& link_to);

/// C++ in colours, whose folds are closed until somebody opens them.
std::string html_of_code(std::string_view code);

/// A script element with data in it.
std::string data_element(const std::string& name, const nlohmann::json& data);

/// What a heading is called in a link to it: "Fast and slow" is fast-and-slow.
std::string anchor_of(std::string_view heading);

}  // namespace web
