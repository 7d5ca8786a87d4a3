#include "course/stage/math_symbols.h"

#include <map>

#include "horloge/text/width.h"

namespace stage {
namespace {

using Scripts = std::map<std::string, std::string, std::less<>>;

const std::map<std::string_view, MathSymbol>& symbols() {
  using K = MathKind;
  static const std::map<std::string_view, MathSymbol> table{
      {"alpha", {"α"}},
      {"beta", {"β"}},
      {"gamma", {"γ"}},
      {"delta", {"δ"}},
      {"epsilon", {"ε"}},
      {"varepsilon", {"ε"}},
      {"zeta", {"ζ"}},
      {"eta", {"η"}},
      {"theta", {"θ"}},
      {"vartheta", {"θ"}},
      {"iota", {"ι"}},
      {"kappa", {"κ"}},
      {"lambda", {"λ"}},
      {"mu", {"μ"}},
      {"nu", {"ν"}},
      {"xi", {"ξ"}},
      {"pi", {"π"}},
      {"rho", {"ρ"}},
      {"sigma", {"σ"}},
      {"tau", {"τ"}},
      {"upsilon", {"υ"}},
      {"phi", {"φ"}},
      {"varphi", {"φ"}},
      {"chi", {"χ"}},
      {"psi", {"ψ"}},
      {"omega", {"ω"}},
      {"Gamma", {"Γ"}},
      {"Delta", {"Δ"}},
      {"Theta", {"Θ"}},
      {"Lambda", {"Λ"}},
      {"Xi", {"Ξ"}},
      {"Pi", {"Π"}},
      {"Sigma", {"Σ"}},
      {"Phi", {"Φ"}},
      {"Psi", {"Ψ"}},
      {"Omega", {"Ω"}},
      {"infty", {"∞"}},
      {"partial", {"∂"}},
      {"nabla", {"∇"}},
      {"ell", {"ℓ"}},
      {"top", {"⊤"}},
      {"bot", {"⊥"}},
      {"emptyset", {"∅"}},
      {"forall", {"∀"}},
      {"exists", {"∃"}},
      {"neg", {"¬"}},
      {"prime", {"′"}},
      {"circ", {"∘", K::binary}},
      {"degree", {"°"}},
      {"ldots", {"…"}},
      {"dots", {"…"}},
      {"cdots", {"⋯"}},
      {"dotsc", {"…"}},
      {"dotsb", {"⋯"}},
      {"vdots", {"⋮"}},
      {"ddots", {"⋱"}},
      {"cdot", {"·", K::binary}},
      {"times", {"×", K::binary}},
      {"odot", {"⊙", K::binary}},
      {"otimes", {"⊗", K::binary}},
      {"oplus", {"⊕", K::binary}},
      {"pm", {"±", K::binary}},
      {"mp", {"∓", K::binary}},
      {"div", {"÷", K::binary}},
      {"ast", {"*", K::binary}},
      {"star", {"*", K::binary}},
      {"cup", {"∪", K::binary}},
      {"cap", {"∩", K::binary}},
      {"setminus", {"\\", K::binary}},
      {"land", {"∧", K::binary}},
      {"lor", {"∨", K::binary}},
      {"bmod", {"mod", K::binary}},
      {"le", {"≤", K::relation}},
      {"leq", {"≤", K::relation}},
      {"leqslant", {"≤", K::relation}},
      {"ge", {"≥", K::relation}},
      {"geq", {"≥", K::relation}},
      {"geqslant", {"≥", K::relation}},
      {"ne", {"≠", K::relation}},
      {"neq", {"≠", K::relation}},
      {"lt", {"<", K::relation}},
      {"gt", {">", K::relation}},
      {"ll", {"≪", K::relation}},
      {"gg", {"≫", K::relation}},
      {"approx", {"≈", K::relation}},
      {"sim", {"~", K::relation}},
      {"simeq", {"≃", K::relation}},
      {"cong", {"≅", K::relation}},
      {"equiv", {"≡", K::relation}},
      {"propto", {"∝", K::relation}},
      {"in", {"∈", K::relation}},
      {"notin", {"∉", K::relation}},
      {"subset", {"⊂", K::relation}},
      {"subseteq", {"⊆", K::relation}},
      {"to", {"→", K::relation}},
      {"rightarrow", {"→", K::relation}},
      {"longrightarrow", {"→", K::relation}},
      {"leftarrow", {"←", K::relation}},
      {"gets", {"←", K::relation}},
      {"leftrightarrow", {"↔", K::relation}},
      {"Rightarrow", {"⇒", K::relation}},
      {"implies", {"⇒", K::relation}},
      {"Leftrightarrow", {"⇔", K::relation}},
      {"iff", {"⇔", K::relation}},
      {"mapsto", {"↦", K::relation}},
      {"longmapsto", {"↦", K::relation}},
      {"coloneqq", {":=", K::relation}},
      {"mid", {"|", K::relation}},
      {"colon", {":", K::punctuation}},
      {"sum", {"∑", K::big}},
      {"prod", {"∏", K::big}},
      {"int", {"∫", K::big}},
      {"bigoplus", {"⨁", K::big}},
      {"lVert", {"‖", K::open}},
      {"rVert", {"‖", K::close}},
      {"lvert", {"|", K::open}},
      {"rvert", {"|", K::close}},
      {"langle", {"⟨", K::open}},
      {"rangle", {"⟩", K::close}},
      {"lfloor", {"⌊", K::open}},
      {"rfloor", {"⌋", K::close}},
      {"lceil", {"⌈", K::open}},
      {"rceil", {"⌉", K::close}},
      {"lbrace", {"{", K::open}},
      {"rbrace", {"}", K::close}},
      {"{", {"{", K::open}},
      {"}", {"}", K::close}},
      {"lbrack", {"[", K::open}},
      {"rbrack", {"]", K::close}},
      {"vert", {"|", K::bar}},
      {"Vert", {"‖", K::bar}},
      {"|", {"‖", K::bar}},
      {"sin", {"sin", K::word}},
      {"cos", {"cos", K::word}},
      {"tan", {"tan", K::word}},
      {"tanh", {"tanh", K::word}},
      {"sinh", {"sinh", K::word}},
      {"cosh", {"cosh", K::word}},
      {"exp", {"exp", K::word}},
      {"log", {"log", K::word}},
      {"ln", {"ln", K::word}},
      {"max", {"max", K::word}},
      {"min", {"min", K::word}},
      {"sup", {"sup", K::word}},
      {"inf", {"inf", K::word}},
      {"lim", {"lim", K::word}},
      {"arg", {"arg", K::word}},
      {"argmax", {"argmax", K::word}},
      {"argmin", {"argmin", K::word}},
      {"det", {"det", K::word}},
      {"dim", {"dim", K::word}},
      {"ker", {"ker", K::word}},
      {"gcd", {"gcd", K::word}},
      {"mod", {"mod", K::word}},
      {"Pr", {"Pr", K::word}},
      {"quad", {"  ", K::space}},
      {"qquad", {"    ", K::space}},
      {" ", {" ", K::space}},
      {";", {" ", K::space}},
      {"enspace", {" ", K::space}},
      {",", {" ", K::space}},
      {":", {" ", K::space}},
      {"!", {"", K::space}},
      {"_", {"_"}},
      {"%", {"%"}},
      {"#", {"#"}},
      {"$", {"$"}},
      {"&", {"&"}},
  };
  return table;
}

const Scripts& raised() {
  static const Scripts table{
      {"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"},
      {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"}, {"+", "⁺"}, {"-", "⁻"},
      {"a", "ᵃ"}, {"b", "ᵇ"}, {"c", "ᶜ"}, {"d", "ᵈ"}, {"e", "ᵉ"}, {"f", "ᶠ"},
      {"g", "ᵍ"}, {"h", "ʰ"}, {"i", "ⁱ"}, {"j", "ʲ"}, {"k", "ᵏ"}, {"l", "ˡ"},
      {"m", "ᵐ"}, {"n", "ⁿ"}, {"o", "ᵒ"}, {"p", "ᵖ"}, {"r", "ʳ"}, {"s", "ˢ"},
      {"t", "ᵗ"}, {"u", "ᵘ"}, {"v", "ᵛ"}, {"w", "ʷ"}, {"x", "ˣ"}, {"y", "ʸ"},
      {"z", "ᶻ"}, {"T", "ᵀ"}, {"⊤", "ᵀ"}, {"′", "′"}, {"∘", "°"}, {"(", "⁽"},
      {")", "⁾"}};
  return table;
}

const Scripts& lowered() {
  static const Scripts table{
      {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"},
      {"6", "₆"}, {"7", "₇"}, {"8", "₈"}, {"9", "₉"}, {"+", "₊"}, {"-", "₋"},
      {"=", "₌"}, {"a", "ₐ"}, {"e", "ₑ"}, {"h", "ₕ"}, {"i", "ᵢ"}, {"j", "ⱼ"},
      {"k", "ₖ"}, {"l", "ₗ"}, {"m", "ₘ"}, {"n", "ₙ"}, {"o", "ₒ"}, {"p", "ₚ"},
      {"r", "ᵣ"}, {"s", "ₛ"}, {"t", "ₜ"}, {"u", "ᵤ"}, {"v", "ᵥ"}, {"x", "ₓ"}};
  return table;
}

std::optional<std::string> in_script(std::string_view text,
                                     const Scripts& scripts) {
  std::string result;
  for (const horloge::Glyph& glyph : horloge::glyphs(text)) {
    const auto found = scripts.find(glyph.text);
    if (found == scripts.end()) return {};
    result += found->second;
  }
  return result;
}

}  // namespace

std::optional<MathSymbol> math_symbol(std::string_view command) {
  const auto found = symbols().find(command);
  if (found == symbols().end()) return {};
  return found->second;
}

MathKind character_kind(char c) {
  using K = MathKind;
  switch (c) {
    case '+':
    case '-':
    case '*':
      return K::binary;
    case '=':
    case '<':
    case '>':
      return K::relation;
    case '(':
    case '[':
      return K::open;
    case ')':
    case ']':
    case '!':
      return K::close;
    case ',':
    case ';':
    case ':':
      return K::punctuation;
    case '|':
      return K::bar;
    case '/':
      return K::slash;
    case '~':
      return K::space;
    default:
      return K::ordinary;
  }
}

std::string blackboard(std::string_view letter) {
  static const std::map<std::string_view, std::string_view> letters{
      {"R", "ℝ"}, {"N", "ℕ"}, {"Z", "ℤ"}, {"Q", "ℚ"},
      {"C", "ℂ"}, {"E", "𝔼"}, {"P", "ℙ"}, {"1", "𝟙"}};
  const auto found = letters.find(letter);
  return std::string(found == letters.end() ? letter : found->second);
}

std::optional<std::string> superscript(std::string_view text) {
  return in_script(text, raised());
}

std::optional<std::string> subscript(std::string_view text) {
  return in_script(text, lowered());
}

std::string_view accent(std::string_view command) {
  static const std::map<std::string_view, std::string_view> accents{
      {"hat", "\u0302"},   {"widehat", "\u0302"},   {"bar", "\u0304"},
      {"tilde", "\u0303"}, {"widetilde", "\u0303"}, {"overline", "\u0304"},
      {"dot", "\u0307"},   {"ddot", "\u0308"},      {"vec", "\u20D7"}};
  const auto found = accents.find(command);
  return found == accents.end() ? std::string_view() : found->second;
}

}  // namespace stage
