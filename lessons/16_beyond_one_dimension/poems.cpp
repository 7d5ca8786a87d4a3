#include "poems.h"

#include "horloge/text/width.h"

namespace {

Poem poem(const std::string& title, const std::string& author,
          const std::vector<std::string>& lines,
          const std::vector<std::size_t>& rhymes) {
  Poem poem{title, author, {}, rhymes};
  for (const std::string& line : lines) {
    poem.lines.emplace_back();
    for (const horloge::Glyph& glyph : horloge::glyphs(line))
      poem.lines.back().emplace_back(glyph.text);
  }
  return poem;
}

}  // namespace

const std::vector<Poem>& poems_of_five() {
  static const std::vector<Poem> all = {
      poem("登鸛雀樓", "王之渙",
           {"白日依山盡", "黃河入海流", "欲窮千里目", "更上一層樓"}, {1, 3}),
      poem("靜夜思", "李白",
           {"床前明月光", "疑是地上霜", "舉頭望明月", "低頭思故鄉"}, {0, 1, 3}),
      poem("相思", "王維",
           {"紅豆生南國", "春來發幾枝", "願君多采擷", "此物最相思"}, {1, 3}),
      poem("江雪", "柳宗元",
           {"千山鳥飛絕", "萬徑人蹤滅", "孤舟蓑笠翁", "獨釣寒江雪"}, {0, 1, 3}),
      poem("鹿柴", "王維",
           {"空山不見人", "但聞人語響", "返景入深林", "復照青苔上"}, {1, 3}),
  };
  return all;
}

const std::vector<Poem>& poems_of_seven() {
  static const std::vector<Poem> all = {
      poem("楓橋夜泊", "張繼",
           {"月落烏啼霜滿天", "江楓漁火對愁眠", "姑蘇城外寒山寺",
            "夜半鐘聲到客船"},
           {0, 1, 3}),
      poem("早發白帝城", "李白",
           {"朝辭白帝彩雲間", "千里江陵一日還", "兩岸猿聲啼不住",
            "輕舟已過萬重山"},
           {0, 1, 3}),
      poem("九月九日憶山東兄弟", "王維",
           {"獨在異鄉為異客", "每逢佳節倍思親", "遙知兄弟登高處",
            "遍插茱萸少一人"},
           {1, 3}),
      poem("江南逢李龜年", "杜甫",
           {"岐王宅裏尋常見", "崔九堂前幾度聞", "正是江南好風景",
            "落花時節又逢君"},
           {1, 3}),
  };
  return all;
}
