// Cook matches with Java's regexes. This finds the syntax that only Java has.

#ifndef BAYPLAN_LIB_CONFIG_JAVA_REGEX_H_
#define BAYPLAN_LIB_CONFIG_JAVA_REGEX_H_

#include <optional>
#include <string>
#include <string_view>

namespace bayplan {

struct JavaSyntax {
  std::string text;       // as in the regex, such as "(?="
  std::string_view name;  // such as "look-ahead"
  // RE2 takes this syntax too, in another sense.
  bool misread = false;
};

// The first piece of syntax in `regex` that RE2 refuses or reads in another sense. O(length).
std::optional<JavaSyntax> FindJavaSyntax(std::string_view regex);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_JAVA_REGEX_H_
