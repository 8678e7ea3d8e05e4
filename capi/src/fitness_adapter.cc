#include "fitness_adapter.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "columns.h"
#include "error.h"
#include "text.h"

namespace bayplan::capi {
namespace {

class HostCalculator final : public FitnessCalculator {
 public:
  HostCalculator(const bayplan_fitness& host, std::string name)
      : host_(host), name_(std::move(name)) {}

  absl::StatusOr<std::optional<double>> Score(const FitnessInput& input) const override {
    const bayplan_fitness_input view = {sizeof(view),
                                        ToStr(input.job),
                                        ToStr(input.node),
                                        ToCResources(input.request),
                                        ToCResources(input.used),
                                        ToCResources(input.capacity)};
    // A score that the host forgets to set is an error, not 0.
    double score = std::numeric_limits<double>::quiet_NaN();
    const int returned = host_.score(host_.user_data, &view, &score);
    if (returned == BAYPLAN_FITNESS_SCORED) return score;
    if (returned == BAYPLAN_FITNESS_REFUSED) return std::nullopt;
    // Above 1 and the most negative number are no codes.
    const bool negated = returned < 0 && returned > std::numeric_limits<int>::min();
    return CallbackStatus(
        negated ? -returned : std::numeric_limits<int>::max(),
        fmt::format("fitness \"{}\" of job \"{}\" on node \"{}\"", name_, input.job, input.node));
  }

 private:
  bayplan_fitness host_;
  std::string name_;
};

}  // namespace

absl::StatusOr<NamedCalculator> MakeHostCalculator(const bayplan_fitness& host,
                                                   std::string_view field) {
  absl::StatusOr<std::string_view> name = ToView(host.name, fmt::format("{}.name", field));
  if (!name.ok()) return name.status();
  if (name->empty() || host.score == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("{}: name and score are required; one is empty", field));
  }
  return NamedCalculator(*name, std::make_shared<HostCalculator>(host, std::string(*name)));
}

}  // namespace bayplan::capi
