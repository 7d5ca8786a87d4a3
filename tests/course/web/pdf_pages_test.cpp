// On which pages of a PDF the places stand that links lead to.

#include "course/web/pdf_pages.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace web {
namespace {

using Pages = std::map<std::string, int>;

const std::string pdf =
    "%PDF-1.4\n2 0 obj\n<</Type /Page\n/Parent 9 0 R>>\nendobj\n"
    "7 0 obj\n<</Type /Page\n/Parent 9 0 R>>\nendobj\n"
    "9 0 obj\n<</Type /Pages\n/Count 2\n/Kids [2 0 R 7 0 R]>>\nendobj\n"
    "10 0 obj\n<</p1 [2 0 R /XYZ 6 776.25 0]\n/p12 [7 0 R /XYZ 6 20 0]>>\nendobj\n";

TEST(PdfPages, AreThoseOfItsNamedPlaces) {
  EXPECT_EQ(pages_of_places(pdf), (Pages{{"p1", 1}, {"p12", 2}}));
}

TEST(PdfPages, OfPlacesWithoutANameOrAPageAreLeftOut) {
  const std::string more =
      "11 0 obj\n<</Title (One)\n/Dest [2 0 R /XYZ 5 5 0]>>\nendobj\n"
      "12 0 obj\n<</p3 [5 0 R /XYZ 5 5 0]>>\nendobj\n";
  EXPECT_EQ(pages_of_places(pdf + more).count("p3"), 0U);
  EXPECT_EQ(pages_of_places(pdf + " 0 R /XYZ ").size(), pages_of_places(pdf).size());
}

TEST(PdfPages, AreNeededAtLeastOnce) {
  EXPECT_THROW(pages_of_places("%PDF-1.4"), std::runtime_error);
  EXPECT_THROW(pages_of_places(""), std::runtime_error);
}

}  // namespace
}  // namespace web
