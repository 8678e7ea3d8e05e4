#include "content.h"

#include <vector>

#include "bayplan/base/fingerprint.h"

namespace bayplan::pool_internal {
namespace {

void Add(const Resources& resources, Fingerprint* print) {
  for (int64_t amount : resources.amount) print->Add(amount);
}

void Add(const std::vector<AttributeConstraint>& constraints, Fingerprint* print) {
  print->Add(static_cast<int64_t>(constraints.size()));
  for (const AttributeConstraint& constraint : constraints) {
    print->Add(constraint.attribute).Add(static_cast<int64_t>(constraint.op));
    print->Add(static_cast<int64_t>(constraint.values.size()));
    for (const std::string& value : constraint.values) print->Add(value);
  }
}

void Add(const std::optional<Stamp>& stamp, Fingerprint* print) {
  print->Add(int64_t{stamp.has_value()});
  if (!stamp.has_value()) return;
  print->Add(stamp->time.ms).Add(static_cast<int64_t>(stamp->quality));
  print->Add(static_cast<int64_t>(stamp->source));
}

}  // namespace

uint64_t ContentOf(const Job& job) {
  Fingerprint print;
  print.Add(job.id).Add(job.user).Add(job.submitted_at.ms).Add(int64_t{job.priority});
  Add(job.request, &print);
  Add(job.hard, &print);
  Add(job.soft, &print);
  print.Add(static_cast<int64_t>(job.clusters.size()));
  for (const std::string& cluster : job.clusters) print.Add(cluster);
  print.Add(int64_t{job.max_attempts});
  return print.value();
}

uint64_t ContentOf(const Node& node) {
  Fingerprint print;
  print.Add(node.name).Add(node.cluster).Add(int64_t{node.schedulable});
  Add(node.capacity, &print);
  Add(node.used_by_others, &print);
  for (const auto& [name, value] : node.attributes) print.Add(name).Add(value);
  return print.value();
}

uint64_t ContentOf(const Cluster& cluster) {
  return Fingerprint().Add(cluster.name).Add(static_cast<int64_t>(cluster.state)).value();
}

uint64_t ContentOf(const Scaleback& scaleback) {
  return Fingerprint().Add(scaleback.window).Add(scaleback.floor_iterations).value();
}

uint64_t ContentOf(const Resources& resources) {
  uint64_t content = 0;
  for (int64_t amount : resources.amount) {
    content = MixWord(content, static_cast<uint64_t>(amount));
  }
  return content;
}

uint64_t ProgressOf(const JobRow& row) {
  Fingerprint print;
  print.Add(int64_t{row.live}).Add(static_cast<int64_t>(row.state));
  print.Add(int64_t{row.cancel_requested}).Add(int64_t{row.attempt});
  print.Add(int64_t{row.tally.own_failures}).Add(int64_t{row.tally.mea_culpa_failures});
  if (!row.instance.has_value()) return print.value();
  const InstanceFacts& facts = row.instance->facts;
  print.Add(row.instance->cluster).Add(row.instance->committed_at.ms);
  print.Add(int64_t{row.instance->chosen_node.has_value()});
  if (row.instance->chosen_node.has_value()) print.Add(*row.instance->chosen_node);
  Add(facts.submitted, &print);
  if (facts.scheduled.has_value()) {
    Add(facts.scheduled->at, &print);
    print.Add(facts.scheduled->node);
  }
  Add(facts.started, &print);
  return print.value();
}

}  // namespace bayplan::pool_internal
