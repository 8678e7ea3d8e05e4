// The slow, obvious twin of FenzoBinPacker: strings, no caches, one pass per job over all nodes.

#ifndef BAYPLAN_TESTS_MATCH_BRUTE_FORCE_H_
#define BAYPLAN_TESTS_MATCH_BRUTE_FORCE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bayplan/match/fitness.h"
#include "bayplan/model/job.h"
#include "bayplan/model/node.h"

namespace bayplan::testing {

struct TwinNode {
  Node node;
  Resources booked;
};

inline bool TwinHolds(const AttributeConstraint& constraint, const Node& node) {
  std::map<std::string, std::string> attributes(node.attributes.begin(), node.attributes.end());
  attributes[std::string(kHostname)] = node.name;
  const auto at = attributes.find(constraint.attribute);
  bool listed = false;
  for (const std::string& value : constraint.values) {
    listed = listed || (at != attributes.end() && at->second == value);
  }
  switch (constraint.op) {
    case Operator::kIn:
      return listed;
    case Operator::kNotIn:
      return !listed;
    case Operator::kExists:
      return at != attributes.end();
    case Operator::kDoesNotExist:
      return at == attributes.end();
  }
  return false;
}

inline bool TwinFits(const Job& job, const TwinNode& twin) {
  if (!twin.node.schedulable) return false;
  if (!job.clusters.empty()) {
    bool acceptable = false;
    for (const std::string& cluster : job.clusters) {
      acceptable = acceptable || cluster == twin.node.cluster;
    }
    if (!acceptable) return false;
  }
  for (const AttributeConstraint& constraint : job.hard) {
    if (!TwinHolds(constraint, twin.node)) return false;
  }
  return (twin.node.used_by_others + twin.booked + job.request).FitsIn(twin.node.capacity);
}

// The node that `job` belongs on, and its combined fitness; `nodes` is ordered by name.
inline std::optional<std::pair<std::string, double>> TwinChoose(
    const Job& job, const std::map<std::string, TwinNode>& nodes, BuiltinFitness fitness,
    double good_enough) {
  std::optional<std::pair<std::string, double>> best;
  for (const auto& [name, twin] : nodes) {
    if (!TwinFits(job, twin)) continue;
    double soft = 1.0;
    if (!job.soft.empty()) {
      double count = 0;
      for (const AttributeConstraint& constraint : job.soft) {
        count += TwinHolds(constraint, twin.node) ? 1.0 : 0.0;
      }
      soft = count / static_cast<double>(job.soft.size());
    }
    const double score = BuiltinScore(fitness, job.request, twin.node.used_by_others + twin.booked,
                                      twin.node.capacity);
    const double combined = (soft * 50.0 + score * 35.0) / 100.0;
    if (!best.has_value() || combined > best->second) best = {name, combined};
    if (best->second > good_enough) break;
  }
  return best;
}

}  // namespace bayplan::testing

#endif  // BAYPLAN_TESTS_MATCH_BRUTE_FORCE_H_
