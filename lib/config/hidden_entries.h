// Entries that can govern no pool, because entries before them take whatever they match.

#ifndef BAYPLAN_LIB_CONFIG_HIDDEN_ENTRIES_H_
#define BAYPLAN_LIB_CONFIG_HIDDEN_ENTRIES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "bayplan/config/config.pb.h"

namespace bayplan {

struct HiddenEntry {
  size_t entry = 0;  // both from 0
  size_t hidden_by = 0;
  std::string reason;  // "comes first and matches every name"
};

// The entries that are certainly hidden whatever pools there are, each with the first entry that
// hides it: an equal regex, or one that matches every name. O(entries).
std::vector<HiddenEntry> FindHiddenEntries(const config::Pools& pools);

// `entry N (pool-regex "...")`, counting from 1.
std::string EntryText(const config::Pools& pools, size_t entry);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_HIDDEN_ENTRIES_H_
