#include "course/web/html.h"

#include <fmt/format.h>
#include <md4c-html.h>

#include <cctype>
#include <stdexcept>

#include "course/stage/cpp_colours.h"
#include "course/stage/fold.h"

namespace web {
namespace {

constexpr std::size_t none = std::string::npos;

std::string replaced(std::string text, std::string_view from,
                     std::string_view to) {
  for (std::size_t at = text.find(from); at != none;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string unescaped(std::string text) {
  text = replaced(std::move(text), "&quot;", "\"");
  text = replaced(std::move(text), "&lt;", "<");
  text = replaced(std::move(text), "&gt;", ">");
  return replaced(std::move(text), "&amp;", "&");
}

// Links go where pages have them; what has no page stays as words.
std::string with_links(const std::string& html, const LinkTo& link_to) {
  constexpr std::string_view begin = "<a href=\"", end = "</a>";
  std::string out;
  std::size_t at = 0;
  for (std::size_t link = html.find(begin); link != none;
       link = html.find(begin, at)) {
    const std::size_t from = link + begin.size();
    const std::size_t quote = html.find('"', from);
    const std::size_t words = html.find('>', quote) + 1;
    const std::size_t close = html.find(end, words);
    const std::string to = link_to(unescaped(html.substr(from, quote - from)));
    out += html.substr(at, link - at);
    const std::string text = html.substr(words, close - words);
    out += to.empty() ? text
                      : fmt::format("<a href=\"{}\">{}</a>", escaped(to), text);
    at = close + end.size();
  }
  return out + html.substr(at);
}

// An element for each, without a class: pages of code have thousands of them.
const char* element_of(stage::CppColour colour) {
  using stage::CppColour;
  return colour == CppColour::keyword  ? "b"
         : colour == CppColour::type   ? "i"
         : colour == CppColour::quoted ? "em"
         : colour == CppColour::number ? "u"
                                       : "small";
}

std::string coloured(std::string_view code) {
  std::string html;
  for (const stage::CppRun& run : stage::cpp_runs(code))
    html += run.colour ? fmt::format("<{0}>{1}</{0}>", element_of(*run.colour),
                                     escaped(run.text))
                       : escaped(run.text);
  return html;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else
      html += c;
  }
  return html;
}

std::string html_of_markdown(std::string_view markdown, const LinkTo& link_to) {
  std::string html;
  const auto add = [](const MD_CHAR* text, MD_SIZE size, void* to) {
    static_cast<std::string*>(to)->append(text, size);
  };
  constexpr unsigned flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS;
  if (md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), add,
              &html, flags, 0) != 0)
    throw std::runtime_error("[html_of_markdown] the text could not be parsed");
  // A table or a code that is too wide for a page scrolls by itself.
  html = replaced(std::move(html), "<table>",
                  "<div class=\"wide\" tabindex=\"0\"><table>");
  html = replaced(std::move(html), "</table>", "</table></div>");
  html = replaced(std::move(html), "<pre><code", "<pre tabindex=\"0\"><code");
  return with_links(html, link_to);
}

std::string html_of_line(std::string_view line, const LinkTo& link_to) {
  std::string html = html_of_markdown(line, link_to);
  html = replaced(std::move(html), "<p>", "");
  return replaced(std::move(html), "</p>\n", "");
}

std::string html_of_code(std::string_view code) {
  std::string html;
  for (const stage::CodePart& part : stage::code_parts(code)) {
    if (part.fold.empty()) {
      html += fmt::format("<pre><code>{}</code></pre>", coloured(part.text));
      continue;
    }
    std::string line = stage::fold_line(part);
    line.pop_back();
    html += fmt::format(
        "<details class=\"fold\"><summary>{}</summary>"
        "<pre><code>{}</code></pre></details>",
        escaped(line), coloured(part.text));
  }
  return html;
}

std::string data_element(const std::string& name, const nlohmann::json& data) {
  return fmt::format(
      "<script type=\"application/json\" class=\"{}\">{}</script>", name,
      replaced(data.dump(), "<", "\\u003c"));
}

std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ')
      anchor += '-';
    else if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

}  // namespace web
