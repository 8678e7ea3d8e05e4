#include "bayplan/account/retry.h"

namespace bayplan {

bool IsMeaCulpa(EndCause cause) {
  switch (cause) {
    case EndCause::kSucceeded:
    case EndCause::kFailed:
    case EndCause::kKilled:
      return false;
    case EndCause::kLaunchRefused:
    case EndCause::kNodeLost:
    case EndCause::kPreempted:
    case EndCause::kVanished:
      return true;
  }
  return false;
}

AttemptTally CountEnd(EndCause cause, AttemptTally tally) {
  if (cause == EndCause::kSucceeded) return tally;
  if (IsMeaCulpa(cause)) {
    ++tally.mea_culpa_failures;
  } else {
    ++tally.own_failures;
  }
  return tally;
}

bool MayRetry(const AttemptTally& tally, uint32_t max_attempts) {
  const uint64_t charged = tally.mea_culpa_failures > kFreeMeaCulpaFailures
                               ? tally.mea_culpa_failures - kFreeMeaCulpaFailures
                               : 0;
  return tally.own_failures + charged < max_attempts;
}

}  // namespace bayplan
