// Formulas as lines of text.

#include "course/stage/math_text.h"

#include <random>

#include "course/stage/terminal.h"
#include "support/matchers.h"

namespace stage {
namespace {

struct Formula {
  const char* latex;
  const char* text;
};

void expect_texts(std::initializer_list<Formula> formulas) {
  for (const Formula& formula : formulas)
    EXPECT_EQ(math_text(formula.latex), formula.text) << formula.latex;
}

TEST(MathText, ReadsTheFormulasOfTheCourse) {
  expect_texts({
      {R"(PE_{(pos,2i)} = \sin\left(\frac{pos}{10000^{2i/d_{model}}}\right))",
       "PE(pos, 2i) = sin(pos / 10000^(2i/d_model))"},
      {R"(PE_{(\text{pos}, 2i+1)} = \cos\left(\frac{\text{pos}}{10000^{2i/d_{\text{model}}}}\right))",
       "PE(pos, 2i + 1) = cos(pos / 10000^(2i/d_model))"},
      {R"(P E_{(p o s, 2 i)}=\sin \left(\frac{p o s}{10000^{2 i / d_{\text {model }}}}\right))",
       "PE(pos, 2i) = sin(pos / 10000^(2i/d_model))"},
      {R"(E_{\text{input}} = E_{\text{token}} + E_{\text{position}})",
       "E_input = E_token + E_position"},
      {R"(\omega_k = \frac{1}{10000^{2k/d}})", "ωₖ = 1 / 10000^(2k/d)"},
      {R"(\lambda_k=2\pi \cdot 10000^{2k/d})", "λₖ = 2π · 10000^(2k/d)"},
      {R"(2\pi \times 10000 \approx 62832)", "2π × 10000 ≈ 62832"},
      {R"(\text{embeddings} = [E[i_1], E[i_2], ..., E[i_n]] \in \mathbb{R}^{n \times d})",
       "embeddings = [E[i₁], E[i₂], ..., E[iₙ]] ∈ ℝ^(n×d)"},
      {R"(f:\mathbb{N}\longrightarrow \mathbb{R}^{d})", "f: ℕ → ℝᵈ"},
      {R"((seq\_len, d))", "(seq_len, d)"},
      {R"(\vec{p}_{t+\phi} = M \cdot \vec{p}_t)", "p⃗_(t+φ) = M · p⃗_t"},
      {R"(\mathrm{Attention}(Q,K,V)=\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}+M\right)V)",
       "Attention(Q, K, V) = softmax(QKᵀ / √dₖ + M) V"},
      {R"(y_i = \frac{e^{x_i}}{\sum_j e^{x_j}})", "yᵢ = e^(xᵢ) / (∑ⱼ e^(xⱼ))"},
      {R"(\frac{\partial L}{\partial x} = y \odot \frac{\partial L}{\partial y})",
       "∂L / ∂x = y ⊙ ∂L / ∂y"},
      {R"(\theta_i = 10000^{-2i/d}, \quad i \in \{0, 1, \ldots, d/2 - 1\})",
       "θᵢ = 10000^(-2i/d),  i ∈ {0, 1, …, d/2 - 1}"},
      {R"(\lVert PE_{pos+k} - PE_{pos} \rVert_2^2 \leq 1 \neq 0)",
       "‖PE_(pos+k) - PE_pos‖₂² ≤ 1 ≠ 0"},
      {R"(\sum_{i=0}^{d/2-1} \cos(\omega_i k))", "∑ᵢ₌₀^(d/2-1) cos(ωᵢ k)"},
      {R"(-m \cdot |i - j|)", "-m · |i - j|"},
  });
}

TEST(MathText, HasSmallCharactersOrBrackets) {
  expect_texts({{"x^2", "x²"},
                {"x_{ij}", "xᵢⱼ"},
                {"x^{n-1}_{i+1}", "xᵢ₊₁ⁿ⁻¹"},
                {"10^{-5}", "10⁻⁵"},
                {"h^{(l)}", "h⁽ˡ⁾"},
                {"W^Q x", "W^Q x"},
                {"W_q x", "W_q x"},
                {R"(p_\phi)", "p_φ"},
                {R"(n_{\text{vocab\_size}})", "n_(vocab_size)"},
                {"e^{-x^2/2}", "e^(-x²/2)"},
                {"E_{i_1}", "E_(i₁)"},
                {"x'", "x′"},
                {"f''(x)", "f″(x)"},
                {"x'_{2j}", "x′₂ⱼ"},
                {"{a+b}^2", "(a + b)²"},
                {R"(90^\circ)", "90°"}});
}

TEST(MathText, PutsBracketsWhereAFractionNeedsThem) {
  expect_texts({{R"(\frac{a}{b})", "a / b"},
                {R"(\frac{a + 1}{b - 1})", "(a + 1) / (b - 1)"},
                {R"(\frac{2a}{2b})", "2a / (2b)"},
                {R"(\frac{a}{\frac{b}{c}})", "a / (b / c)"},
                {R"(\frac{f(x)}{g(x)})", "f(x) / g(x)"},
                {R"(\frac{1}{2(a+b)})", "1 / (2(a + b))"},
                {R"(\frac{1}{2}x)", "(1 / 2) x"},
                {R"(2\frac{a}{b})", "2(a / b)"},
                {R"(\frac{a}{b}^2)", "(a / b)²"},
                {R"(\log\frac{a}{b})", "log(a / b)"},
                {R"(-\frac{a}{b} + c)", "-a / b + c"},
                {R"(x^{\frac{1}{2}})", "x^(1/2)"},
                {R"(\sqrt{x})", "√x"},
                {R"(\sqrt{x + 1})", "√(x + 1)"},
                {R"(\sqrt{2d})", "√(2d)"},
                {R"(\sqrt{128})", "√128"},
                {R"(\sqrt{d}^2)", "(√d)²"},
                {R"(\sqrt[3]{x})", "³√x"}});
}

TEST(MathText, PutsSpacesWhereTheyHelp) {
  expect_texts({{"a+b", "a + b"},
                {"a=-b", "a = -b"},
                {"(-1)", "(-1)"},
                {"f(x,y)", "f(x, y)"},
                {"2x", "2x"},
                {R"(\sin x)", "sin x"},
                {R"(2\sin x)", "2 sin x"},
                {R"(\sin^2 x)", "sin² x"},
                {R"(\sin(x))", "sin(x)"},
                {R"(\text{pos} - 1)", "pos - 1"},
                {R"(d_{model} t)", "d_model t"},
                {"q_i k_i", "qᵢ kᵢ"},
                {"q_ik_i", "qᵢkᵢ"},
                {"d/2", "d/2"},
                {"a := b", "a := b"},
                {R"(p(x \mid y))", "p(x | y)"},
                {R"(\max_k |k|)", "maxₖ |k|"},
                {R"(x \text{ if } y)", "x if y"},
                {R"(x\text{, else})", "x, else"},
                {R"(\operatorname*{arg\,max}_j y_j)", "arg maxⱼ yⱼ"}});
}

TEST(MathText, WritesMatricesOnOneLine) {
  expect_texts({{R"(\begin{pmatrix} a & b \\ c & d \end{pmatrix})", "[a b; c d]"},
                {R"(\begin{bmatrix} \sin x \\ \cos x \end{bmatrix})", "[sin x; cos x]"},
                {R"(\begin{matrix} a + b & c \\ d & e \end{matrix})", "[a + b, c; d, e]"},
                {R"(\begin{cases} x, & x > 0 \\ 0 & \text{otherwise} \end{cases})",
                 "{x, x > 0; 0, otherwise}"},
                {R"(\begin{aligned} a &= b \\ &= c \end{aligned})", "a = b; = c"}});
}

TEST(MathText, MakesTheBestOfWhatItDoesNotKnow) {
  expect_texts({{R"(\unknown{x} + \foo)", "unknown x + foo"},
                {R"(\hat{y} + \bar{x}_i)", "y\u0302 + x\u0304ᵢ"},
                {R"(\hat{abc})", "hat(abc)"},
                {R"(\mathbf{W} \mathcal{L})", "WL"},
                {R"(\big( x \big))", "(x)"},
                {R"(\underbrace{a+b}_{\text{two}})", "(a + b)_two"},
                {"", ""},
                {"x^", "x"},
                {"_1", "₁"},
                {R"(\)", ""},
                {R"(\left( a)", "(a"},
                {R"(a \right))", "a"},
                {"{{a}", "a"},
                {"a}}b", "ab"},
                {R"(\begin{pmatrix} a & b)", "[a b]"},
                {R"(\end{x} y)", "y"}});
}

TEST(MathText, NeverFails) {
  const std::vector<std::string> parts = {"\\frac",
                                          "{",
                                          "}",
                                          "_",
                                          "^",
                                          "\\left",
                                          "\\right",
                                          "(",
                                          ")",
                                          "&",
                                          "\\\\",
                                          "\\begin{matrix}",
                                          "\\end{matrix}",
                                          "\\begin{cases}",
                                          "\\text{",
                                          "x",
                                          "1",
                                          "\\",
                                          "'",
                                          "|",
                                          "[",
                                          "]",
                                          "\\sqrt",
                                          "\\hat",
                                          " ",
                                          "\xFF",
                                          "é",
                                          "-"};
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string latex;
    for (std::size_t length = random() % 30; length > 0; --length)
      latex += parts[random() % parts.size()];
    math_text(latex);
    math_lines(latex, 40);
  }
  for (const std::string& part : parts) {
    std::string latex;
    while (latex.size() < 990) latex += part;
    math_text(latex);
    math_lines(latex, 40);
  }
  EXPECT_EQ(math_text(std::string(100000, '{')).size(), 100000U);
}

TEST(MathLines, HaveTheRowsOfAMatrixBelowEachOther) {
  EXPECT_THAT(
      math_lines(R"(M = \begin{pmatrix} \cos a & \sin a \\ -\sin a & \cos a \end{pmatrix} x)", 76),
      ElementsAre("M = ⎛  cos a  sin a ⎞ x", "    ⎝ -sin a  cos a ⎠"));
  EXPECT_THAT(math_lines(R"(p = \begin{bmatrix} a \\ b + 1 \\ \vdots \end{bmatrix}_{d})", 76),
              ElementsAre("    ⎡ a     ⎤", "p = ⎢ b + 1 ⎥_d", "    ⎣ ⋮     ⎦"));
}

TEST(MathLines, HaveCasesBehindABrace) {
  EXPECT_THAT(
      math_lines(R"(f = \begin{cases} \sin x, & i = 2k \\ 0, & \text{else} \end{cases})", 76),
      ElementsAre("f = ⎧ sin x,  i = 2k", "    ⎩ 0,      else"));
}

TEST(MathLines, AlignTheirRows) {
  EXPECT_THAT(math_lines(R"(\begin{aligned} a &= b + c \\ &= d \\ long &\to e \end{aligned})", 76),
              ElementsAre("   a = b + c", "     = d", "long → e"));
  EXPECT_THAT(math_lines(R"(a = b \\ c = d)", 76), ElementsAre("a = b", "c = d"));
}

TEST(MathLines, BreakBeforeAnOperator) {
  EXPECT_THAT(math_lines("aaaa + bbbb = cccc + dddd", 20),
              ElementsAre("aaaa + bbbb", "    = cccc + dddd"));
  EXPECT_THAT(math_lines("s = (a + b) + (c + d)", 17), ElementsAre("s = (a + b)", "    + (c + d)"));
}

TEST(MathLines, BreakNothingThatFits) {
  const std::string latex = R"(x = \frac{a + b + c + d + e}{2})";
  const std::size_t width = display_width(math_text(latex));
  EXPECT_EQ(math_lines(latex, width).size(), 1U);
  EXPECT_EQ(math_lines(latex, width - 1).size(), 2U);
  std::string all;
  for (const std::string& line : math_lines(latex, 10))
    all += line.substr(line.find_first_not_of(' ')) + " ";
  EXPECT_EQ(all, math_text(latex) + " ");
}

}  // namespace
}  // namespace stage
