#include "bayplan/pool/reason.h"

#include <fmt/format.h>

namespace bayplan {

std::string_view ReasonCodeName(ReasonCode code) {
  switch (code) {
    case ReasonCode::kNoNodes:
      return "no-nodes";
    case ReasonCode::kUnschedulable:
      return "unschedulable";
    case ReasonCode::kConstraint:
      return "constraint";
    case ReasonCode::kInsufficient:
      return "insufficient";
    case ReasonCode::kFitnessRefused:
      return "fitness-refused";
    case ReasonCode::kNoClusters:
      return "no-clusters";
    case ReasonCode::kClusterNotRunning:
      return "cluster-not-running";
    case ReasonCode::kClusterNotAcceptable:
      return "cluster-not-acceptable";
    case ReasonCode::kWindowFull:
      return "window-full";
    case ReasonCode::kBudget:
      return "budget";
    case ReasonCode::kPaused:
      return "paused";
  }
  return "unknown";
}

std::string ReasonText(const Reason& reason) {
  if (reason.detail.empty()) return std::string(ReasonCodeName(reason.code));
  return fmt::format("{} {}", ReasonCodeName(reason.code), reason.detail);
}

ReasonTable NotSearched(ReasonCode code) {
  const ReasonCount row{{code, ""}, 0};
  return {.looked_at = 0, .first = {row}, .all = {row}};
}

}  // namespace bayplan
