// A message as the tree that its configuration would be in EDN.

#ifndef BAYPLAN_LIB_CONFIG_MESSAGE_TREE_H_
#define BAYPLAN_LIB_CONFIG_MESSAGE_TREE_H_

#include "bayplan/config/config.pb.h"
#include "bayplan/config/edn.h"
#include "google/protobuf/text_format.h"

namespace bayplan {

// Holds the fields that are set, in the order of their numbers, under the keys that EDN has for
// them. `places` says where the fields stood in protobuf text; null for a message of no text.
EdnValue MessageTree(const config::Config& config,
                     const google::protobuf::TextFormat::ParseInfoTree* places);

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_MESSAGE_TREE_H_
