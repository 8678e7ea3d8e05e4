#include "bayplan/base/fingerprint.h"

#include <doctest/doctest.h>

#include <string_view>

namespace bayplan {
namespace {

uint64_t OfBytes(std::string_view bytes) {
  Fingerprint fingerprint;
  for (char c : bytes) fingerprint.AddByte(static_cast<uint8_t>(c));
  return fingerprint.value();
}

TEST_CASE("a fingerprint of bytes is their 64-bit FNV-1a hash") {
  CHECK(OfBytes("") == 0xcbf29ce484222325ULL);
  CHECK(OfBytes("a") == 0xaf63dc4c8601ec8cULL);
  CHECK(OfBytes("foobar") == 0x85944171f73967e8ULL);
}

TEST_CASE("a number counts as eight little-endian bytes") {
  CHECK(Fingerprint().Add(int64_t{0x0102}).value() ==
        OfBytes(std::string_view("\x02\x01\0\0\0\0\0\0", 8)));
  CHECK(Fingerprint().Add(int64_t{-1}).value() == OfBytes("\xff\xff\xff\xff\xff\xff\xff\xff"));
}

TEST_CASE("a text counts with its length, so that moving a border changes the fingerprint") {
  CHECK(Fingerprint().Add("ab").value() == OfBytes(std::string_view("ab\x02\0\0\0\0\0\0\0", 10)));
  CHECK(Fingerprint().Add("ab").Add("c").value() != Fingerprint().Add("a").Add("bc").value());
  CHECK(Fingerprint().Add("").value() != Fingerprint().value());
}

}  // namespace
}  // namespace bayplan
