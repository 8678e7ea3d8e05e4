// Something in a configuration that is legal but probably not meant.
//
//   for (const Finding& finding : result->findings) log(finding.message);
//   // pools.edn:3:14: :pools :schedulers entry 2 (pool-regex "gpu") governs no pool: entry 1
//   // (pool-regex ".*") comes first and matches every name

#ifndef BAYPLAN_CONFIG_FINDING_H_
#define BAYPLAN_CONFIG_FINDING_H_

#include <string>

namespace bayplan {

struct Finding {
  enum class Kind {
    // An entry can govern no pool, because earlier entries match whatever it matches.
    kHiddenEntry,
    // A parameter of the one scheduler stands in an entry of the other, and is ignored.
    kOtherSchedulersKey,
    // An entry matches none of the pools that the router was given.
    kMatchesNoPool,
  };
  Kind kind = Kind::kHiddenEntry;
  // A whole sentence for people, with source, line and column where they are known.
  std::string message;
};

}  // namespace bayplan

#endif  // BAYPLAN_CONFIG_FINDING_H_
