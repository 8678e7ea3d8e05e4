// Whether a job whose instance ended gets another attempt.
//
//   AttemptTally tally;
//   tally = CountEnd(EndCause::kNodeLost, tally);       // not the job's fault
//   if (MayRetry(tally, /*max_attempts=*/1)) ...        // true: the budget is untouched
//
// A failure that is not the job's fault (Cook: "mea culpa") does not use up an attempt until it has
// happened more than kFreeMeaCulpaFailures times, so a job that breaks every node it touches still
// comes to an end. Arithmetic of Cook's attempts-consumed with its default limit.

#ifndef BAYPLAN_ACCOUNT_RETRY_H_
#define BAYPLAN_ACCOUNT_RETRY_H_

#include <cstdint>

#include "bayplan/account/instance_record.h"

namespace bayplan {

inline constexpr uint32_t kFreeMeaCulpaFailures = 5;

// How the ended instances of a job ended.
struct AttemptTally {
  uint32_t own_failures = 0;
  uint32_t mea_culpa_failures = 0;

  friend bool operator==(const AttemptTally&, const AttemptTally&) = default;
};

// True for causes that are not the job's fault.
bool IsMeaCulpa(EndCause cause);

// `tally` with one more ended instance. A success counts as nothing.
AttemptTally CountEnd(EndCause cause, AttemptTally tally);

// True if fewer than `max_attempts` attempts are used up. `max_attempts` counts the first one.
bool MayRetry(const AttemptTally& tally, uint32_t max_attempts);

}  // namespace bayplan

#endif  // BAYPLAN_ACCOUNT_RETRY_H_
