// The notations of a configuration, and how each of them writes keys in messages.

#ifndef BAYPLAN_LIB_CONFIG_DIALECT_H_
#define BAYPLAN_LIB_CONFIG_DIALECT_H_

#include <string>
#include <string_view>

#include "bayplan/config/edn.h"

namespace bayplan {

// kProto: a tree that MessageTree made from a message.
enum class Dialect { kEdn, kJson, kProto };

// A key, given by its name in EDN, as a message shows it: `:pool-regex`, `"pool-regex"` or
// `pool_regex`.
std::string KeyText(Dialect dialect, std::string_view key);

// The key's bare name in the dialect: pool-regex, or pool_regex of the message.
std::string_view FieldOrKey(Dialect dialect, std::string_view key);

// The name in EDN of a map's key: of `:pool-regex`, of "pool_regex" in JSON. A key that is not of
// the kind that the dialect's keys are gives its printed form, which is no key's name.
std::string KeyName(Dialect dialect, const EdnValue& key);

// "the keyword :fenzo", "1.5", "an array [1, 2]": a value for a message. Numbers stand alone.
std::string ValueText(Dialect dialect, const EdnValue& value);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_DIALECT_H_
