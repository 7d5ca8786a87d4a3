// What the server answers to a request.

#include "course/web/answer.h"

#include <fstream>

#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace web {
namespace {

const std::string page = "<p>0123456789</p>";  // 17 bytes

class AnswerTest : public testing::Test {
 protected:
  AnswerTest() {
    std::filesystem::create_directory(folder / "page");
    std::ofstream(folder / "index.html") << page;
    std::ofstream(folder / "page/horloge.js") << "1";
    std::ofstream(folder / "empty.css");
    std::ofstream(folder / "page/font.woff2") << "font";
    files = files_of(folder.path());
  }

  Answer to(Request request) const {
    if (request.host.empty()) request.host = "localhost:8000";
    return answer(request, 8000, files);
  }

  Answer of_range(const std::string& range) const {
    return to({"GET", "/index.html", "", "", range});
  }

  horloge::test::TemporaryFolder folder;
  Files files;
};

TEST_F(AnswerTest, FilesHaveTheirTypes) {
  const Answer first = to({"GET", "/"});
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body, page);
  EXPECT_EQ(first.headers.at("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(to({"GET", "/page/horloge.js"}).headers.at("Content-Type"),
            "text/javascript; charset=utf-8");
  EXPECT_EQ(to({"GET", "/empty.css"}).body, "");
}

TEST_F(AnswerTest, EachSaysWhatAPageMayDo) {
  for (const char* path : {"/", "/nowhere"}) {
    const Answer answer = to({"GET", path});
    EXPECT_THAT(answer.headers.at("Content-Security-Policy"), HasSubstr("default-src 'self'"));
    EXPECT_EQ(answer.headers.at("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(answer.headers.at("Cache-Control"), "no-cache");
  }
}

TEST_F(AnswerTest, TextsArePackedWhereTheyCanBeUnpacked) {
  const auto of = [&](const char* path, const char* encodings, const char* range = "") {
    return to({"GET", path, "", "", range, encodings});
  };
  for (const char* encodings : {"gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8"}) {
    const Answer answer = of("/page/horloge.js", encodings);
    EXPECT_EQ(answer.headers.at("Content-Encoding"), "gzip") << encodings;
    EXPECT_EQ(answer.headers.at("Vary"), "Accept-Encoding") << encodings;
    EXPECT_EQ(answer.body.substr(0, 2), "\x1f\x8b") << encodings;
  }
  for (const char* encodings : {"", "br", "gzip;q=0", "gzip; q=0.0, br"}) {
    const Answer answer = of("/page/horloge.js", encodings);
    EXPECT_EQ(answer.headers.count("Content-Encoding"), 0U) << encodings;
    EXPECT_EQ(answer.headers.at("Vary"), "Accept-Encoding") << encodings;
    EXPECT_EQ(answer.body, "1") << encodings;
  }
  EXPECT_EQ(of("/index.html", "gzip", "bytes=0-2").body, "<p>") << "a range is of the file";
  EXPECT_EQ(of("/page/font.woff2", "gzip").body, "font") << "packed already";
  EXPECT_EQ(of("/nowhere", "gzip").headers.count("Content-Encoding"), 0U);
}

TEST_F(AnswerTest, RangesEndWithTheFile) {
  const struct {
    const char* range;
    const char* body;
    const char* said;
  } parts[] = {{"bytes=0-2", "<p>", "bytes 0-2/17"},
               {"bytes=3-12", "0123456789", "bytes 3-12/17"},
               {"bytes=13-", "</p>", "bytes 13-16/17"},
               {"bytes=-4", "</p>", "bytes 13-16/17"},
               {"bytes=13-60000", "</p>", "bytes 13-16/17"},
               {"bytes=16-16", ">", "bytes 16-16/17"},
               {"bytes=13-18446744073709551615", "</p>", "bytes 13-16/17"},
               {"bytes=-60000", "<p>0123456789</p>", "bytes 0-16/17"}};
  for (const auto& part : parts) {
    const Answer answer = of_range(part.range);
    EXPECT_EQ(answer.status, 206) << part.range;
    EXPECT_EQ(answer.body, part.body) << part.range;
    EXPECT_EQ(answer.headers.at("Content-Range"), part.said) << part.range;
  }
}

TEST_F(AnswerTest, RangesBehindTheEndAndSeveralAreRefused) {
  for (const char* range : {"bytes=17-", "bytes=17-400000", "bytes=99999999-", "bytes=-0",
                            "bytes=0-1,3-4", "bytes=0-0,0-0,0-0"}) {
    const Answer answer = of_range(range);
    EXPECT_EQ(answer.status, 416) << range;
    EXPECT_EQ(answer.headers.at("Content-Range"), "bytes */17") << range;
    EXPECT_THAT(answer.body, Not(HasSubstr("0123"))) << range;
  }
  EXPECT_EQ(to({"GET", "/empty.css", "", "", "bytes=0-0"}).status, 416);
}

TEST_F(AnswerTest, WhatIsNoRangeIsPassedOver) {
  for (const char* range :
       {"", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=-1-2", "bytes=0x1-2",
        "bytes=18446744073709551616-", "letters=0-1"}) {
    const Answer answer = of_range(range);
    EXPECT_EQ(answer.status, 200) << range;
    EXPECT_EQ(answer.body, page) << range;
  }
}

TEST_F(AnswerTest, OtherHostsAreRefused) {
  for (const char* host : {"localhost:8000", "127.0.0.1:8000", "[::1]:8000"})
    EXPECT_EQ(to({"GET", "/", host}).status, 200) << host;
  for (const char* host :
       {"evil.example", "evil.example:8000", "localhost", "localhost:8001", "localhost:80000",
        "127.0.0.1", "localhost.evil.example:8000", "localhost:8000,evil.example", " "}) {
    const Answer answer = to({"GET", "/", host});
    EXPECT_EQ(answer.status, 421) << host;
    EXPECT_THAT(answer.body, Not(HasSubstr("0123"))) << host;
  }
  EXPECT_EQ(answer({"GET", "/"}, 8000, files).status, 421) << "without a host";
  EXPECT_EQ(answer({"GET", "/", "localhost"}, 80, files).status, 200) << "the usual port";
}

TEST_F(AnswerTest, OtherOriginsAreRefused) {
  const auto from = [&](const char* origin) {
    return to({"GET", "/", "localhost:8000", origin}).status;
  };
  EXPECT_EQ(from("http://localhost:8000"), 200);
  EXPECT_EQ(from("http://127.0.0.1:8000"), 200);
  for (const char* origin : {"null", "http://evil.example", "https://localhost:8000",
                             "http://localhost:8001", "localhost:8000"})
    EXPECT_EQ(from(origin), 421) << origin;
}

TEST_F(AnswerTest, PagesCanOnlyBeRead) {
  EXPECT_EQ(to({"HEAD", "/"}).status, 200);
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get", ""}) {
    const Answer answer = to({method, "/"});
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_EQ(answer.headers.at("Allow"), "GET, HEAD") << method;
  }
}

TEST_F(AnswerTest, OtherAddressesArePagesWithAWayBack) {
  for (const char* path : {"/nowhere.html", "/../index.html", "//index.html", "/page", "/page/",
                           "index.html", "", "/index.html/", "/./index.html"}) {
    const Answer answer = to({"GET", path});
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_THAT(answer.body, HasSubstr("<a href=\"/\">")) << path;
  }
}

TEST_F(AnswerTest, AFileThatIsRemovedIsNotFound) {
  std::filesystem::remove(folder / "index.html");
  EXPECT_EQ(to({"GET", "/index.html"}).status, 404);
}

}  // namespace
}  // namespace web
