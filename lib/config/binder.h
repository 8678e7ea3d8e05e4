// From a tree to a configuration: the one place where a configuration is checked.
//
// EDN, JSON, protobuf text and messages that a host built are all made trees first, with the keys
// that EDN has, so that every check and every default exists once.

#ifndef BAYPLAN_LIB_CONFIG_BINDER_H_
#define BAYPLAN_LIB_CONFIG_BINDER_H_

#include "absl/status/statusor.h"
#include "bayplan/config/edn.h"
#include "bayplan/config/reader.h"
#include "dialect.h"

namespace bayplan {

// What ReadConfig returns for the text that `root` was read from. Per entry, the first failing
// check in this order: the four of Cook's, then keys and values in the order of the text.
absl::StatusOr<ReadResult> BindConfig(const EdnValue& root, Dialect dialect,
                                      const ReadOptions& options);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_BINDER_H_
