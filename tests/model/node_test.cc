#include "bayplan/model/node.h"

#include <doctest/doctest.h>

#include <string>

#include "bayplan/model/cluster.h"

namespace bayplan {
namespace {

Node GoodNode() {
  Node node;
  node.name = "n1";
  node.pool = "batch";
  node.capacity = Resources().Set(Dimension::kMilliCpu, 4'000).Set(Dimension::kMilliGpu, 1'000);
  node.attributes = {{"zone", "z1"}, {"disk", "z1"}};
  return node;
}

TEST_CASE("an offer is capacity less the use by others, never below zero") {
  Node node = GoodNode();
  node.used_by_others =
      Resources().Set(Dimension::kMilliCpu, 1'500).Set(Dimension::kMilliGpu, 1'500);
  CHECK(Offer(node) == Resources().Set(Dimension::kMilliCpu, 2'500));
}

TEST_CASE("a bad node is refused with the field and what is valid") {
  struct Row {
    void (*spoil)(Node*);
    const char* message;
  };
  const Row rows[] = {
      {[](Node* n) { n->name.clear(); }, "node.name is empty; valid is a unique name"},
      {[](Node* n) { n->capacity.Set(Dimension::kPorts, -1); },
       "node \"n1\": capacity.ports: -1 is out of range; valid is 0 to 1125899906842623"},
      {[](Node* n) { n->used_by_others.Set(Dimension::kDiskBytes, -1); },
       "node \"n1\": used_by_others.disk: -1 is out of range; valid is 0 to 1125899906842623"},
      {[](Node* n) {
         n->attributes.push_back({"", "x"});
       },
       "node \"n1\": an attribute has an empty name"},
      {[](Node* n) {
         n->attributes.push_back({"zone", "z2"});
       },
       "node \"n1\": attribute \"zone\" is given twice; valid is once"},
  };
  CHECK(ValidateNode(GoodNode()).ok());
  for (const Row& row : rows) {
    Node node = GoodNode();
    row.spoil(&node);
    const absl::Status status = ValidateNode(node);
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(std::string(status.message()) == row.message);
  }
}

TEST_CASE("only a running cluster accepts jobs") {
  CHECK(AcceptsJobs(ClusterState::kRunning));
  CHECK_FALSE(AcceptsJobs(ClusterState::kDraining));
  CHECK_FALSE(AcceptsJobs(ClusterState::kDeleted));
}

}  // namespace
}  // namespace bayplan
