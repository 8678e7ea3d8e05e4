// Texts damaged at random: a reader gives a configuration that is valid, or an error that says
// where, and nothing else.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "bayplan/base/split_mix.h"
#include "bayplan/config/edn.h"
#include "bayplan/config/reader.h"
#include "design_text.h"

namespace bayplan {
namespace {

constexpr std::string_view kPieces[] = {
    "{", "}", "[",    "]",  "(",    ")",  "#{", "\"",     "\\", ":",  ",",     ";",     "#_",
    "#", "0", "1.5N", "/",  "nil",  "\n", "\t", "\x80",   "-",  "^",  "$",     "1e999", "\\u12",
    "_", "*", "+",    "(?", "null", "<",  ">",  "\\x0ff", "{1", "&&", "##NaN", "pools", "fenzo"};

std::string Damage(std::string_view valid, SplitMix* random) {
  std::string text(valid);
  for (uint64_t left = 1 + random->Below(4); left > 0; --left) {
    const size_t at = random->Below(text.size() + 1);
    const size_t length = random->Below(8);
    switch (random->Below(5)) {
      case 0:
        text.insert(at, kPieces[random->Below(std::size(kPieces))]);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random->Below(256));
        break;
      case 3:
        text.insert(random->Below(text.size() + 1), text.substr(at, length * 8));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

// "damaged:LINE:COLUMN: "
bool NamesAPlace(std::string_view message) {
  constexpr std::string_view kSource = "damaged:";
  if (!message.starts_with(kSource)) return false;
  message.remove_prefix(kSource.size());
  const size_t line = message.find_first_not_of("0123456789");
  if (line == 0 || line == std::string_view::npos || message[line] != ':') return false;
  const size_t column = message.find_first_not_of("0123456789", line + 1);
  return column != line + 1 && column != std::string_view::npos && message[column] == ':';
}

void CheckDamaged(std::string_view valid, ConfigFormat format, uint64_t seed) {
  ReadOptions options;
  options.source_name = "damaged";
  SplitMix random(seed);
  int readable = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = Damage(valid, &random);
    CAPTURE(text);
    const auto result = ReadConfig(text, format, options);
    if (!result.ok()) {
      const std::string message(result.status().message());
      CAPTURE(message);
      REQUIRE(result.status().code() == absl::StatusCode::kInvalidArgument);
      REQUIRE(NamesAPlace(message));
      continue;
    }
    ++readable;
    const auto again = ValidateConfig(result->config);
    REQUIRE(again.ok());
    REQUIRE(again->config.SerializeAsString() == result->config.SerializeAsString());
  }
  // Both outcomes must have come about, or the damage is of the wrong size.
  CHECK(readable > 100);
  CHECK(readable < 3900);
}

TEST_CASE("damaged EDN is read or refused with a place") {
  CheckDamaged(kDesignText, ConfigFormat::kEdn, 1);
}

TEST_CASE("damaged JSON is read or refused with a place") {
  CheckDamaged(kDesignJson, ConfigFormat::kJson, 2);
}

TEST_CASE("damaged protobuf text is read or refused with a place") {
  CheckDamaged(kDesignTextProto, ConfigFormat::kTextProto, 3);
}

TEST_CASE("damaged forms that can be read are printed and read again without loss") {
  constexpr std::string_view kForms =
      R"({:a/b [1 -2.5e3M 22/7 0x1F ##Inf] "s\u00e9\n" #{\a \newline \u0041} sym (nil true) #t/x :k})";
  SplitMix random(4);
  int readable = 0;
  for (int i = 0; i < 12000; ++i) {
    const std::string text = Damage(kForms, &random);
    CAPTURE(text);
    const auto forms = ParseEdn(text, "damaged");
    if (!forms.ok()) continue;
    ++readable;
    for (const EdnValue& form : *forms) {
      const auto again = ParseEdn(PrintEdn(form), "printed");
      REQUIRE_MESSAGE(again.ok(), again.status().ToString());
      REQUIRE(again->size() == 1);
      REQUIRE(again->front() == form);
    }
  }
  CHECK(readable > 100);
}

}  // namespace
}  // namespace bayplan
