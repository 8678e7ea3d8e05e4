#include "bayplan/base/quantity.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bayplan/base/split_mix.h"

namespace bayplan {
namespace {

Quantity MustParse(std::string_view text) {
  absl::StatusOr<Quantity> quantity = Quantity::Parse(text);
  REQUIRE_MESSAGE(quantity.ok(), quantity.status().ToString());
  return *quantity;
}

std::string Problem(std::string_view text) {
  absl::StatusOr<Quantity> quantity = Quantity::Parse(text);
  REQUIRE_FALSE(quantity.ok());
  CHECK(quantity.status().code() == absl::StatusCode::kInvalidArgument);
  return std::string(quantity.status().message());
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct Vector {
  std::string text;
  std::string canonical;
  int64_t value;
  int64_t milli_value;
};

TEST_CASE("quantities have the value and the canonical text that Kubernetes gives them") {
  const std::vector<Vector> vectors = {
      {"0", "0", 0, 0},
      {"-0", "0", 0, 0},
      {"1", "1", 1, 1'000},
      {".5", "500m", 1, 500},
      {"1.5", "1500m", 2, 1'500},
      {"-1.5", "-1500m", -2, -1'500},
      {"1000m", "1", 1, 1'000},
      {"1m", "1m", 1, 1},
      {"100u", "100u", 1, 1},
      {"-100u", "-100u", -1, -1},
      {"0.1n", "1n", 1, 1},
      {"0.00000000001", "1n", 1, 1},
      {"0.9999999999", "1", 1, 1'000},
      {"3.1415926535", "3141592654n", 4, 3'142},
      {"1k", "1k", 1'000, 1'000'000},
      {"1.0005k", "1000500m", 1'001, 1'000'500},
      {"1000Mi", "1000Mi", 1'048'576'000, 1'048'576'000'000},
      {"1024Mi", "1Gi", 1'073'741'824, 1'073'741'824'000},
      {"1.5Gi", "1536Mi", 1'610'612'736, 1'610'612'736'000},
      {"0.1Mi", "104857600m", 104'858, 104'857'600},
      {"0.0001Ki", "102400u", 1, 103},
      {"-5Gi", "-5Gi", -5'368'709'120, -5'368'709'120'000},
      {"1e3", "1e3", 1'000, 1'000'000},
      {"1.5e3", "1500", 1'500, 1'500'000},
      {"1e-10", "1e-9", 1, 1},
      {"9223372036854775807m", "9223372036854775807m", 9'223'372'036'854'776, INT64_MAX},
  };
  for (const Vector& vector : vectors) {
    CAPTURE(vector.text);
    const Quantity quantity = MustParse(vector.text);
    CHECK(quantity.ToString() == vector.canonical);
    CHECK(quantity.Value() == vector.value);
    CHECK(quantity.MilliValue() == vector.milli_value);
  }
}

// The Go code gives other values here: it wraps around or gives 0 when a value exceeds int64.
const std::vector<Vector>& SaturatedVectors() {
  static const std::vector<Vector> vectors = {
      {"1E", "1E", 1'000'000'000'000'000'000, INT64_MAX},
      {"2E", "2E", 2'000'000'000'000'000'000, INT64_MAX},
      {"5E", "5E", 5'000'000'000'000'000'000, INT64_MAX},
      {"1Ei", "1Ei", 1'152'921'504'606'846'976, INT64_MAX},
      {"5Ei", "5Ei", 5'764'607'523'034'234'880, INT64_MAX},
      {"7Ei", "7Ei", 8'070'450'532'247'928'832, INT64_MAX},
      {"8Ei", "9223372036854775807", INT64_MAX, INT64_MAX},
      {"9Ei", "9223372036854775807", INT64_MAX, INT64_MAX},
      {"16777216Ti", "9223372036854775807", INT64_MAX, INT64_MAX},
      {"9223372036854775807", "9223372036854775807", INT64_MAX, INT64_MAX},
      {"9223372036854775808", "9223372036854775808", INT64_MAX, INT64_MAX},
      {"-9223372036854775808", "-9223372036854775808", INT64_MIN, INT64_MIN},
      {"1234567890123456789", "1234567890123456789", 1'234'567'890'123'456'789, INT64_MAX},
      {"100000000000000000000", "100E", INT64_MAX, INT64_MAX},
      {"999999999999999999999999", "999999999999999999999999", INT64_MAX, INT64_MAX},
      {"1e18", "1e18", 1'000'000'000'000'000'000, INT64_MAX},
      {"1e19", "10e18", INT64_MAX, INT64_MAX},
      {"1e20", "100e18", INT64_MAX, INT64_MAX},
      {"5e21", "5e21", INT64_MAX, INT64_MAX},
      // Here the Go code loses the suffix of the canonical text as well.
      {"1000E", "1000E", INT64_MAX, INT64_MAX},
      {"5000E", "5000E", INT64_MAX, INT64_MAX},
      {"1000000E", "1000000E", INT64_MAX, INT64_MAX},
  };
  return vectors;
}

struct Expectation {
  std::string text;
  std::string expected;
};

// The Go code keeps these texts as they are.
const std::vector<Expectation>& RewrittenTexts() {
  static const std::vector<Expectation> texts = {
      {"+1", "1"},    {"01", "1"},     {"007", "7"}, {"1.", "1"},
      {"1E3", "1e3"}, {"1e+3", "1e3"}, {"1e0", "1"},
  };
  return texts;
}

// The Go code reads these as 0.
const std::vector<std::string>& RefusedTexts() {
  static const std::vector<std::string> texts = {".", "+", "-", "m", "e3", "Gi"};
  return texts;
}

TEST_CASE("a value beyond int64 saturates") {
  for (const Vector& vector : SaturatedVectors()) {
    CAPTURE(vector.text);
    const Quantity quantity = MustParse(vector.text);
    CHECK(quantity.ToString() == vector.canonical);
    CHECK(quantity.Value() == vector.value);
    CHECK(quantity.MilliValue() == vector.milli_value);
  }
  CHECK(MustParse("-9Ei").Value() == -INT64_MAX);
  CHECK(MustParse("-1e20").Value() == INT64_MIN);
}

TEST_CASE("a text that is not canonical prints in canonical form") {
  for (const Expectation& rewritten : RewrittenTexts()) {
    CAPTURE(rewritten.text);
    CHECK(MustParse(rewritten.text).ToString() == rewritten.expected);
  }
}

TEST_CASE("a text without digits is refused") {
  for (const std::string& text : RefusedTexts()) {
    CAPTURE(text);
    CHECK(Contains(Problem(text), "no digit"));
  }
  CHECK(Contains(Problem(""), "no digit at byte 0"));
}

TEST_CASE("a malformed text is refused with the place and the reason") {
  const std::vector<Expectation> problems = {
      {" 1", "no digit at byte 0"},
      {"--1", "no digit at byte 1"},
      {"1.1.1", "a second '.' at byte 3"},
      {"1K", "an unknown suffix at byte 1"},
      {"1ki", "an unknown suffix at byte 1"},
      {"1Kii", "an unknown suffix at byte 1"},
      {"1 Gi", "an unknown suffix at byte 1"},
      {"1Gi ", "an unknown suffix at byte 1"},
      {"1-", "an unknown suffix at byte 1"},
      {"1,5", "an unknown suffix at byte 1"},
      {"0x10", "an unknown suffix at byte 1"},
      {"1e", "an exponent without digits at byte 2"},
      {"1e-", "an exponent without digits at byte 3"},
      {"1ee3", "an exponent that is not whole at byte 2"},
      {"1e1.5", "an exponent that is not whole at byte 3"},
      {"1e3Ki", "an exponent that is not whole at byte 3"},
      {"1e28", "a value beyond 10^27 at byte 0"},
      {"1000000000.000000001E", "a value beyond 10^27 at byte 0"},
  };
  for (const Expectation& malformed : problems) {
    CAPTURE(malformed.text);
    const std::string message = Problem(malformed.text);
    CHECK_MESSAGE(Contains(message, malformed.expected), message);
    CHECK(Contains(message, fmt::format("quantity \"{}\"", malformed.text)));
    CHECK(Contains(message, "valid is"));
  }
  CHECK(Contains(Problem(std::string(1'000, 'x')), "xxx...\""));
  CHECK(Contains(Problem(std::string("1\0\xff", 3)), "\"1\\x00\\xff\""));
}

TEST_CASE("a hostile exponent costs no time and no memory") {
  for (const char* text : {"1e2147483648", "2E6024865272343", "1e99999999999999999999999999"}) {
    CAPTURE(text);
    CHECK(Contains(Problem(text), "beyond 10^27"));
  }
  CHECK(MustParse("1e-2147483649") == MustParse("1n"));
  CHECK(MustParse("-1e-99999999999999999999999999") == MustParse("-1n"));
  CHECK(MustParse("0e99999999999999999999999999") == Quantity());
  CHECK(MustParse("0." + std::string(100'000, '0') + "1Ki") == MustParse("1n"));
  CHECK(MustParse("1" + std::string(100'000, '0') + "e-100000") == MustParse("1"));
}

TEST_CASE("the largest quantities keep their value") {
  CHECK(MustParse("1e27") == MustParse("1000000000E"));
  CHECK(MustParse("1000000000E").ToString() == "1000000000E");
  CHECK(MustParse("1e27") > MustParse("999999999999999999999999999.999999999"));
}

TEST_CASE("factories print with the suffixes of their kind") {
  CHECK(Quantity::FromMilliCpu(500).ToString() == "500m");
  CHECK(Quantity::FromMilliCpu(2'000).ToString() == "2");
  CHECK(Quantity::FromMilliCpu(INT64_MIN).MilliValue() == INT64_MIN);
  CHECK(Quantity::FromBytes(int64_t{1536} << 20).ToString() == "1536Mi");
  CHECK(Quantity::FromBytes(1'000).ToString() == "1k");
  CHECK(Quantity::FromBytes(INT64_MAX).Value() == INT64_MAX);
  CHECK(Quantity::FromBytes(INT64_MIN).Value() == -INT64_MAX);
}

TEST_CASE("quantities compare by value") {
  CHECK(MustParse("1000m") == MustParse("1"));
  CHECK(MustParse("1e3") == MustParse("1k"));
  CHECK(MustParse("1Ki") > MustParse("1k"));
  CHECK(MustParse("-1") < Quantity());
}

// A text in the grammar, from a short random number, so that texts near every limit come up.
std::string RandomText(SplitMix& random) {
  static constexpr const char* kSuffixes[] = {"n",  "u",  "m",  "",   "k",   "M",    "G",
                                              "T",  "P",  "E",  "Ki", "Mi",  "Gi",   "Ti",
                                              "Pi", "Ei", "e0", "e7", "e-5", "E-11", "e+12"};
  std::string text = random.Below(2) == 0 ? "-" : "";
  for (uint64_t n = random.Below(12); n > 0; --n) text += static_cast<char>('0' + random.Below(10));
  if (random.Below(2) == 0) text += '.';
  for (uint64_t n = random.Below(14); n > 0; --n) text += static_cast<char>('0' + random.Below(10));
  return text + "7" + kSuffixes[random.Below(std::size(kSuffixes))];
}

TEST_CASE("property: the canonical text has the same value and is its own canonical text") {
  SplitMix random(1);
  int parsed = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = RandomText(random);
    CAPTURE(text);
    absl::StatusOr<Quantity> quantity = Quantity::Parse(text);
    if (!quantity.ok()) {
      REQUIRE(Contains(quantity.status().ToString(), "beyond 10^27"));
      continue;
    }
    ++parsed;
    const std::string canonical = quantity->ToString();
    CAPTURE(canonical);
    const Quantity again = MustParse(canonical);
    REQUIRE(again == *quantity);
    REQUIRE(again.ToString() == canonical);
    REQUIRE(Contains(canonical, ".") == false);
  }
  CHECK(parsed > 15'000);
}

TEST_CASE("property: any bytes give a quantity or an error") {
  static constexpr std::string_view kAlphabet = "0123456789.+-eEinumkKMGTP \xff";
  SplitMix random(2);
  int accepted = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (uint64_t n = random.Below(10); n > 0; --n) {
      text += random.Below(20) == 0 ? static_cast<char>(random.Below(256))
                                    : kAlphabet[random.Below(kAlphabet.size())];
    }
    absl::StatusOr<Quantity> quantity = Quantity::Parse(text);
    if (quantity.ok()) ++accepted;
    if (!quantity.ok()) REQUIRE(quantity.status().code() == absl::StatusCode::kInvalidArgument);
  }
  CHECK(accepted > 0);
}

// The text of `key` in one line of flat JSON; the vectors hold no escapes in the keys read here.
std::string Field(const std::string& line, std::string_view key) {
  const std::string begin = fmt::format("\"{}\":\"", key);
  const size_t at = line.find(begin);
  if (at == std::string::npos) return "";
  const size_t value = at + begin.size();
  return line.substr(value, line.find('"', value) - value);
}

const Vector* FindSaturated(const std::string& text) {
  for (const Vector& vector : SaturatedVectors()) {
    if (vector.text == text) return &vector;
  }
  return nullptr;
}

bool IsRefused(const std::string& text) {
  for (const std::string& refused : RefusedTexts()) {
    if (refused == text) return true;
  }
  return false;
}

std::string ExpectedText(const std::string& text, const std::string& go_canonical) {
  if (const Vector* saturated = FindSaturated(text)) return saturated->canonical;
  for (const Expectation& rewritten : RewrittenTexts()) {
    if (rewritten.text == text) return rewritten.expected;
  }
  return go_canonical;
}

TEST_CASE("all recorded answers of the Go code hold, except for the differences listed above") {
  const char* shared = std::getenv("BAYPLAN_SHARED_DIR");
  const std::string folder = shared == nullptr ? "" : shared;
  std::ifstream file(folder + "/golden/kubernetes/quantity-vectors.ndjson");
  if (folder.empty() || !file) {
    fmt::print("skipped: no golden/kubernetes/quantity-vectors.ndjson in BAYPLAN_SHARED_DIR\n");
    return;
  }
  int vectors = 0;
  for (std::string line; std::getline(file, line); ++vectors) {
    const std::string text = Field(line, "in");
    CAPTURE(text);
    absl::StatusOr<Quantity> quantity = Quantity::Parse(text);
    const bool expected_ok = Contains(line, "\"ok\":true") && !IsRefused(text);
    REQUIRE(quantity.ok() == expected_ok);
    if (!expected_ok) continue;
    CHECK(quantity->ToString() == ExpectedText(text, Field(line, "canonical")));
    const Vector* saturated = FindSaturated(text);
    CHECK(quantity->Value() == (saturated ? saturated->value : std::stoll(Field(line, "value"))));
    CHECK(quantity->MilliValue() ==
          (saturated ? saturated->milli_value : std::stoll(Field(line, "milli"))));
  }
  CHECK(vectors >= 146);
}

}  // namespace
}  // namespace bayplan
