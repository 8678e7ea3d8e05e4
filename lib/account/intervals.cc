#include "bayplan/account/intervals.h"

#include <algorithm>

namespace bayplan {
namespace {

Duration Between(Timestamp begin, Timestamp end) { return std::max(Duration{0}, end - begin); }

}  // namespace

InstanceIntervals ComputeIntervals(const InstanceRecord& record, Timestamp now) {
  const InstanceFacts& facts = record.facts;
  const Timestamp end = facts.ended.has_value() ? facts.ended->at.time : now;

  InstanceIntervals life;
  life.since_commit = Between(record.committed_at, end);
  if (facts.started.has_value()) life.running = Between(facts.started->time, end);
  if (facts.scheduled.has_value()) {
    life.starting =
        Between(facts.scheduled->at.time, facts.started.has_value() ? facts.started->time : end);
  }
  if (facts.submitted.has_value()) {
    Timestamp until = end;
    if (facts.scheduled.has_value()) {
      until = facts.scheduled->at.time;
    } else if (facts.started.has_value()) {
      until = facts.started->time;
    }
    life.waiting_for_node = Between(facts.submitted->time, until);
  }
  return life;
}

}  // namespace bayplan
