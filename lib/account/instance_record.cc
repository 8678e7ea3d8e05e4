#include "bayplan/account/instance_record.h"

#include <fmt/format.h>

#include <charconv>

namespace bayplan {
namespace {

template <typename T>
bool KeepBetter(const std::optional<T>& news, std::optional<T>* known) {
  if (!news.has_value()) return false;
  if (known->has_value() && **known <= *news) return false;
  *known = news;
  return true;
}

}  // namespace

std::string InstanceNameText(const InstanceName& name) {
  return fmt::format("{}/{}", name.job, name.attempt);
}

absl::StatusOr<InstanceName> ParseInstanceName(std::string_view text) {
  const size_t slash = text.rfind('/');
  if (slash == std::string_view::npos || slash == 0) {
    return absl::InvalidArgumentError(
        fmt::format("instance name \"{}\" is not of the form job/attempt", text));
  }
  InstanceName name{std::string(text.substr(0, slash)), 0};
  const std::string_view digits = text.substr(slash + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), name.attempt);
  if (error != std::errc() || end != digits.data() + digits.size() || digits[0] == '0') {
    return absl::InvalidArgumentError(fmt::format(
        "instance name \"{}\": attempt \"{}\" is not a number from 1 to 4294967295", text, digits));
  }
  return name;
}

std::string_view EndCauseName(EndCause cause) {
  switch (cause) {
    case EndCause::kSucceeded:
      return "succeeded";
    case EndCause::kFailed:
      return "failed";
    case EndCause::kKilled:
      return "killed";
    case EndCause::kLaunchRefused:
      return "launch-refused";
    case EndCause::kNodeLost:
      return "node-lost";
    case EndCause::kPreempted:
      return "preempted";
    case EndCause::kVanished:
      return "vanished";
  }
  return "unknown";
}

bool Fold(const InstanceFacts& news, InstanceFacts* known) {
  bool changed = KeepBetter(news.submitted, &known->submitted);
  changed |= KeepBetter(news.scheduled, &known->scheduled);
  changed |= KeepBetter(news.started, &known->started);
  changed |= KeepBetter(news.ended, &known->ended);
  return changed;
}

std::string_view InstanceStateName(InstanceState state) {
  switch (state) {
    case InstanceState::kCommitted:
      return "committed";
    case InstanceState::kSubmitted:
      return "submitted";
    case InstanceState::kScheduled:
      return "scheduled";
    case InstanceState::kRunning:
      return "running";
    case InstanceState::kEnded:
      return "ended";
  }
  return "unknown";
}

InstanceState StateOf(const InstanceFacts& facts) {
  if (facts.ended.has_value()) return InstanceState::kEnded;
  if (facts.started.has_value()) return InstanceState::kRunning;
  if (facts.scheduled.has_value()) return InstanceState::kScheduled;
  if (facts.submitted.has_value()) return InstanceState::kSubmitted;
  return InstanceState::kCommitted;
}

}  // namespace bayplan
