// A machine as its cluster reports it, and the offer that it makes to a pool.
//
//   Node node;
//   node.name = "node-1";
//   node.pool = "batch";
//   node.capacity = Resources().Set(Dimension::kMilliCpu, 32'000);
//   node.attributes = {{"zone", "z1"}};
//   Resources free = Offer(node);   // capacity less what others use, never below 0

#ifndef BAYPLAN_MODEL_NODE_H_
#define BAYPLAN_MODEL_NODE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "bayplan/base/resources.h"

namespace bayplan {

struct Node {
  std::string name;  // unique within its pool, not empty
  std::string pool;
  std::string cluster;
  Resources capacity;  // what the node can give to jobs of any kind
  // Taken by work that Bayplan did not place. The instances that Bayplan placed are not in it.
  Resources used_by_others;
  std::vector<std::pair<std::string, std::string>> attributes;  // name, value; names are unique
  bool schedulable = true;                                      // false: cordoned or draining

  friend bool operator==(const Node&, const Node&) = default;
};

// What the node could give to this pool if none of the pool's instances ran on it.
Resources Offer(const Node& node);

// InvalidArgument that names the node, the field, its value and what is valid; OK otherwise.
absl::Status ValidateNode(const Node& node);

}  // namespace bayplan

#endif  // BAYPLAN_MODEL_NODE_H_
