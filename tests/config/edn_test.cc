#include "bayplan/config/edn.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

namespace bayplan {
namespace {

struct Form {
  const char* text;
  EdnKind kind;
  const char* held;     // EdnValue::text
  const char* printed;  // empty: as it was given
};

const Form kForms[] = {
    {"nil", EdnKind::kNil, "", ""},
    {"true", EdnKind::kBoolean, "true", ""},
    {"false", EdnKind::kBoolean, "false", ""},
    {"0", EdnKind::kInteger, "0", ""},
    {"-17", EdnKind::kInteger, "-17", ""},
    {"+17", EdnKind::kInteger, "+17", ""},
    {"42N", EdnKind::kInteger, "42N", ""},
    {"0x1F", EdnKind::kInteger, "0x1F", ""},
    {"0755", EdnKind::kInteger, "0755", ""},
    {"36rZz", EdnKind::kInteger, "36rZz", ""},
    {"123456789012345678901234567890", EdnKind::kInteger, "123456789012345678901234567890", ""},
    {"22/7", EdnKind::kRatio, "22/7", ""},
    {"1.50", EdnKind::kFloat, "1.50", ""},
    {"1.", EdnKind::kFloat, "1.", ""},
    {"1E-309", EdnKind::kFloat, "1E-309", ""},
    {"1e+5", EdnKind::kFloat, "1e+5", ""},
    {"3M", EdnKind::kFloat, "3M", ""},
    {"3.14M", EdnKind::kFloat, "3.14M", ""},
    {"##Inf", EdnKind::kFloat, "##Inf", ""},
    {"##-Inf", EdnKind::kFloat, "##-Inf", ""},
    {"##NaN", EdnKind::kFloat, "##NaN", ""},
    {"\\a", EdnKind::kCharacter, "a", ""},
    {"\\newline", EdnKind::kCharacter, "\n", ""},
    {"\\u0041", EdnKind::kCharacter, "A", "\\A"},
    {"\\o101", EdnKind::kCharacter, "A", "\\A"},
    {"\\u0007", EdnKind::kCharacter, "\a", ""},
    {"\\(", EdnKind::kCharacter, "(", ""},
    {"\\u", EdnKind::kCharacter, "u", ""},
    {"\\\xC3\xA9", EdnKind::kCharacter, "\xC3\xA9", ""},
    {R"("a \"b\" \\ \n \t")", EdnKind::kString, "a \"b\" \\ \n \t", ""},
    {R"("\u00e9\ud83d\ude00")", EdnKind::kString, "\xC3\xA9\xF0\x9F\x98\x80",
     "\"\xC3\xA9\xF0\x9F\x98\x80\""},
    {R"("\101\7")", EdnKind::kString, "A\a", R"("A\u0007")"},
    {"\"two\nlines\"", EdnKind::kString, "two\nlines", R"("two\nlines")"},
    {":a", EdnKind::kKeyword, "a", ""},
    {":db.part/db", EdnKind::kKeyword, "db.part/db", ""},
    {":enforce?", EdnKind::kKeyword, "enforce?", ""},
    {":2", EdnKind::kKeyword, "2", ""},
    {"a.b/c-d", EdnKind::kSymbol, "a.b/c-d", ""},
    {"-", EdnKind::kSymbol, "-", ""},
    {"/", EdnKind::kSymbol, "/", ""},
    {"->x*", EdnKind::kSymbol, "->x*", ""},
    {"nilly", EdnKind::kSymbol, "nilly", ""},
    {"()", EdnKind::kList, "", ""},
    {"(1 (2))", EdnKind::kList, "", ""},
    {"[1,2,,3]", EdnKind::kVector, "", "[1 2 3]"},
    {"#{1 \"a\"}", EdnKind::kSet, "", ""},
    {"{:a 1, \"b\" nil}", EdnKind::kMap, "", "{:a 1 \"b\" nil}"},
    {"{[1 2] #{3}}", EdnKind::kMap, "", ""},
    {"#config/env \"X\"", EdnKind::kTagged, "config/env", ""},
    {"#config/env-int-default [\"X\" -1]", EdnKind::kTagged, "config/env-int-default", ""},
    {"#db/id[:db.part/db]", EdnKind::kTagged, "db/id", "#db/id [:db.part/db]"},
    {"#a #b c", EdnKind::kTagged, "a", ""},
    {"[1 #_2 #_#_3 4 5 ; six\n 7 #_8]", EdnKind::kVector, "", "[1 5 7]"},
    {"\xEF\xBB\xBF[]", EdnKind::kVector, "", "[]"},
};

TEST_CASE("every form of EDN is read, kept and printed") {
  for (const Form& form : kForms) {
    CAPTURE(form.text);
    const auto forms = ParseEdn(form.text, "table");
    REQUIRE_MESSAGE(forms.ok(), forms.status().ToString());
    REQUIRE(forms->size() == 1);
    const EdnValue& value = forms->front();
    CHECK(value.kind == form.kind);
    CHECK(value.text == form.held);
    const std::string printed = PrintEdn(value);
    CHECK(printed == (*form.printed == '\0' ? form.text : form.printed));
    const auto again = ParseEdn(printed, "printed");
    REQUIRE(again.ok());
    CHECK(again->front() == value);
  }
}

struct BadForm {
  const char* text;
  const char* message;  // the whole of it
};

const BadForm kBadForms[] = {
    {"[1 2", "t:1:1: the vector that starts here is never closed; valid is ']'"},
    {"\n  (1 ]", "t:2:6: ']' where valid is ')', which closes the list of line 2, column 3"},
    {"}", "t:1:1: '}' closes nothing that is open"},
    {"{:a 1 :b}", "t:1:9: the map of line 1, column 1 ends in the key :b, which has no value"},
    {"{:a 1\n :a 2}", "t:2:2: the key :a is given twice; first at line 1, column 2"},
    {"#{1 2 1}", "t:1:7: the element 1 is given twice; first at line 1, column 3"},
    {"\"abc", "t:1:1: the string that starts here is never closed"},
    {R"(["\q"])",
     R"(t:1:3: unknown escape in a string; valid are \t \n \r \b \f \\ \" \uXXXX and \0 to \377)"},
    {R"("\u12")", R"(t:1:2: \u in a string needs four hexadecimal digits)"},
    {R"("\ud800")", "t:1:2: half of a surrogate pair in a string; valid is a whole pair"},
    {"08", "t:1:1: 08 is no number; valid are integers, ratios such as 1/2 and floats such as 0.5"},
    {"1a", "t:1:1: 1a is no number; valid are integers, ratios such as 1/2 and floats such as 0.5"},
    {"1/0",
     "t:1:1: 1/0 is no number; valid are integers, ratios such as 1/2 and floats such as 0.5"},
    {":", "t:1:1: : is no keyword; valid is :name or :namespace/name"},
    {"::a", "t:1:1: ::a is no keyword; valid is :name or :namespace/name"},
    {"a/", "t:1:1: \"a/\" starts no EDN form"},
    {"1 \xEF\xBB\xBF", "t:1:3: \"\xEF\xBB\xBF\" starts no EDN form"},
    {"@a", "t:1:1: \"@a\" starts no EDN form"},
    {"#\"re\"", "t:1:1: #\"...\" is no EDN; valid is a string without the #"},
    {"#1", "t:1:1: #1 is no EDN; valid behind # are '{', '_', a tag, #Inf, #-Inf and #NaN"},
    {"[#tag]", "t:1:2: the tag #tag has no element behind it"},
    {"[1] #_", "t:1:5: #_ discards the form behind it, and there is none"},
    {"\\ab",
     "t:1:1: \\ab is no character; valid are one character, \\newline, \\space, \\tab, \\return, "
     "\\formfeed, \\backspace, \\uXXXX and \\o377"},
    {"[\"\xC3\xA9\" \xFF]", "t:1:6: byte 0xff is not UTF-8"},
};

TEST_CASE("what is not EDN is refused with its place and the reason") {
  for (const BadForm& bad : kBadForms) {
    CAPTURE(bad.text);
    const auto forms = ParseEdn(bad.text, "t");
    REQUIRE_FALSE(forms.ok());
    CHECK(forms.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(forms.status().message()) == bad.message);
  }
}

TEST_CASE("a form knows its line and its column in code points") {
  const auto forms = ParseEdn("; \xC3\xA9\n[\"\xC3\xA9\xC3\xA9\" x\n\t{:k v}]", "t");
  REQUIRE(forms.ok());
  const EdnValue& vector = forms->front();
  CHECK(vector.location == SourceLocation{2, 1});
  CHECK(vector.items[1].location == SourceLocation{2, 7});
  CHECK(vector.items[2].location == SourceLocation{3, 2});
  CHECK(vector.items[2].items[1].location == SourceLocation{3, 6});
}

TEST_CASE("forms may nest as deep as the limit and no deeper") {
  const auto nested = [](const std::string& open, const std::string& close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    text += "1";
    for (int i = 0; i < levels; ++i) text += close;
    return ParseEdn(text, "deep");
  };
  const struct {
    const char* open;
    const char* close;
  } kRows[] = {{"[", "]"}, {"{1 ", "}"}, {"#{", "}"}, {"#t ", ""}, {"#_ 1 #t ", ""}};
  for (const auto& row : kRows) {
    CAPTURE(row.open);
    CHECK(nested(row.open, row.close, kMaxNestingDepth).ok());
    const auto deeper = nested(row.open, row.close, kMaxNestingDepth + 1);
    REQUIRE_FALSE(deeper.ok());
    CHECK(deeper.status().message().find("nested deeper than 256 levels") != std::string::npos);
    CHECK_FALSE(nested(row.open, row.close, 100000).ok());
  }
  CHECK_FALSE(nested("#_", "", 100000).ok());
}

EdnValue Number(EdnKind kind, std::string text) {
  EdnValue value;
  value.kind = kind;
  value.text = std::move(text);
  return value;
}

TEST_CASE("integers are read in every radix up to the limits of 64 bits") {
  const struct {
    const char* text;
    std::optional<int64_t> value;
  } kRows[] = {
      {"0", 0},
      {"-0", 0},
      {"+5", 5},
      {"7N", 7},
      {"0x1f", 31},
      {"-0X1F", -31},
      {"0755", 493},
      {"2r101", 5},
      {"36rZZ", 1295},
      {"9223372036854775807", std::numeric_limits<int64_t>::max()},
      {"-9223372036854775808", std::numeric_limits<int64_t>::min()},
      {"9223372036854775808", std::nullopt},
      {"-9223372036854775809", std::nullopt},
      {"92233720368547758070", std::nullopt},
      {"abc", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    CHECK(EdnInteger(Number(EdnKind::kInteger, row.text)) == row.value);
  }
  CHECK_FALSE(EdnInteger(Number(EdnKind::kFloat, "1.0")).has_value());
}

TEST_CASE("doubles come from floats, ratios and integers") {
  CHECK(EdnDouble(Number(EdnKind::kFloat, "0.95")) == 0.95);
  CHECK(EdnDouble(Number(EdnKind::kFloat, "1.")) == 1.0);
  CHECK(EdnDouble(Number(EdnKind::kFloat, "-2.5e-1M")) == -0.25);
  CHECK(EdnDouble(Number(EdnKind::kFloat, "1E-309")) == 1E-309);
  CHECK(EdnDouble(Number(EdnKind::kFloat, "1e-999")) == 0.0);
  CHECK_FALSE(EdnDouble(Number(EdnKind::kFloat, "1e999")).has_value());
  CHECK(EdnDouble(Number(EdnKind::kRatio, "1/4")) == 0.25);
  CHECK(EdnDouble(Number(EdnKind::kInteger, "3")) == 3.0);
  CHECK(EdnDouble(Number(EdnKind::kInteger, "100000000000000000000")) == 1e20);
  CHECK(std::isinf(*EdnDouble(Number(EdnKind::kFloat, "##-Inf"))));
  CHECK(std::isnan(*EdnDouble(Number(EdnKind::kFloat, "##NaN"))));
  CHECK_FALSE(EdnDouble(Number(EdnKind::kString, "1")).has_value());
}

}  // namespace
}  // namespace bayplan
