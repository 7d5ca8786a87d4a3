// What a search reads of a text.

#include "course/content/plain_text.h"

#include <gtest/gtest.h>

namespace content {
namespace {

TEST(PlainText, HasNoMarksFormulasAndAddresses) {
  EXPECT_EQ(plain_text("The **log trick**, `exp`,\nis [here](../04/README.md#trick)."),
            "The log trick, exp, is here.");
  EXPECT_EQ(plain_text("For $d = 8$ it is\n\n$$10000^{1/2}$$\n\nor less."), "For it is or less.");
  EXPECT_EQ(plain_text("A price of $5"), "A price of $5");
  EXPECT_EQ(plain_text("not [a link], (or is it)"), "not [a link], (or is it)");
  EXPECT_EQ(plain_text(""), "");
}

TEST(PlainText, HasNoLinesForPrograms) {
  EXPECT_EQ(plain_text("Before.\n\nCode: [`name`](file.cpp)\n\nAfter."), "Before. After.");
  EXPECT_EQ(plain_text("| a | b |\n| --- | --- |\n| 1 | 2 |"), "a b 1 2");
}

TEST(PlainText, TermsAreBoldOrSeveralWordsInItalics) {
  EXPECT_EQ(terms_in("A **query** is *not* a *needle in a haystack*; **long\nterms** count."),
            "query. needle in a haystack. long terms.");
  EXPECT_EQ(terms_in("2 * 3 * 4 and *an open end"), "");
  EXPECT_EQ(terms_in("ends with *"), "");
}

}  // namespace
}  // namespace content
