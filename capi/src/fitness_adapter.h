// A host's callback as a fitness calculator.

#ifndef BAYPLAN_CAPI_SRC_FITNESS_ADAPTER_H_
#define BAYPLAN_CAPI_SRC_FITNESS_ADAPTER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "bayplan/bayplan_unstable.h"
#include "bayplan/match/fitness.h"

namespace bayplan::capi {

using NamedCalculator = std::pair<std::string, std::shared_ptr<const FitnessCalculator>>;

// InvalidArgument that names `field` and what is missing.
absl::StatusOr<NamedCalculator> MakeHostCalculator(const bayplan_fitness& host,
                                                   std::string_view field);

}  // namespace bayplan::capi

#endif  // BAYPLAN_CAPI_SRC_FITNESS_ADAPTER_H_
