#include "bayplan/pool/plan.h"

#include <bit>

#include "bayplan/base/fingerprint.h"

namespace bayplan {
namespace {

void AddAssignment(const Assignment& a, Fingerprint* print) {
  print->Add(int64_t{a.job.index}).Add(int64_t{a.job.generation}).Add(int64_t{a.attempt});
  print->Add(int64_t{a.node.has_value()});
  if (a.node.has_value()) {
    print->Add(int64_t{a.node->index}).Add(int64_t{a.node->generation});
  }
  print->Add(int64_t{a.cluster}).Add(std::bit_cast<int64_t>(a.fitness));
}

void AddCounts(const std::vector<ReasonCount>& counts, Fingerprint* print) {
  print->Add(static_cast<int64_t>(counts.size()));
  for (const ReasonCount& row : counts) {
    print->Add(static_cast<int64_t>(row.reason.code)).Add(row.reason.detail).Add(row.count);
  }
}

}  // namespace

uint64_t PlanId(const Plan& plan) {
  Fingerprint print;
  print.Add(plan.pool);
  print.Add(static_cast<int64_t>(plan.base.sequence)).Add(static_cast<int64_t>(plan.base.history));
  print.Add(static_cast<int64_t>(plan.assignments.size()));
  for (const Assignment& a : plan.assignments) AddAssignment(a, &print);
  for (const Leftover& left : plan.leftovers) {
    print.Add(int64_t{left.job.index}).Add(int64_t{left.job.generation}).Add(int64_t{left.table});
  }
  for (const ReasonTable& table : plan.tables) {
    print.Add(table.looked_at);
    AddCounts(table.first, &print);
    AddCounts(table.all, &print);
  }
  print.Add(plan.counters.considered).Add(plan.counters.evaluations);
  if (plan.scaleback.has_value()) {
    print.Add(plan.scaleback->window).Add(plan.scaleback->floor_iterations);
    print.Add(int64_t{plan.scaleback->warn}).Add(int64_t{plan.scaleback->reset});
  }
  if (plan.not_before.has_value()) print.Add(plan.not_before->ms);
  return print.value();
}

}  // namespace bayplan
