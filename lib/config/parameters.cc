#include "parameters.h"

#include <cstdint>
#include <limits>

#include "fmt/format.h"

namespace bayplan {

const SchedulerKind* FindSchedulerKind(std::string_view name) {
  for (const SchedulerKind& kind : kSchedulerKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

const Parameter* FindParameter(const SchedulerKind& kind, std::string_view key) {
  for (const Parameter& parameter : kind.parameters) {
    if (parameter.key == key) return &parameter;
  }
  return nullptr;
}

std::string_view FieldOfKey(std::string_view key) {
  for (const StructureKey& structure : kStructureKeys) {
    if (structure.key == key) return structure.field;
  }
  const Parameter* parameter = FindParameterOfAny(key);
  return parameter == nullptr ? key : parameter->field;
}

std::string_view KeyOfField(const SchedulerKind* kind, std::string_view field) {
  if (kind != nullptr) {
    for (const Parameter& parameter : kind->parameters) {
      if (parameter.field == field) return parameter.key;
    }
    return field;
  }
  for (const StructureKey& structure : kStructureKeys) {
    if (structure.field == field) return structure.key;
  }
  return field;
}

std::vector<std::string> StructureKeys(std::string_view parent) {
  std::vector<std::string> keys;
  for (const StructureKey& structure : kStructureKeys) {
    if (structure.parent == parent) keys.emplace_back(structure.key);
  }
  return keys;
}

std::vector<std::string> ParameterKeys(const SchedulerKind& kind) {
  std::vector<std::string> keys = StructureKeys("scheduler-config");
  for (const Parameter& parameter : kind.parameters) keys.emplace_back(parameter.key);
  return keys;
}

const Parameter* FindParameterOfAny(std::string_view key) {
  for (const SchedulerKind& kind : kSchedulerKinds) {
    if (const Parameter* parameter = FindParameter(kind, key)) return parameter;
  }
  return nullptr;
}

std::optional<std::string_view> ParentOfKey(std::string_view key) {
  for (const StructureKey& structure : kStructureKeys) {
    if (structure.key == key) return structure.parent;
  }
  if (FindParameterOfAny(key) != nullptr) return "scheduler-config";
  return std::nullopt;
}

std::string ValidValues(const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      return fmt::format("an integer from {} to {}", parameter.zero_allowed ? 0 : 1,
                         std::numeric_limits<int64_t>::max());
    case Parameter::Type::kFraction:
      return parameter.zero_allowed ? "a number from 0 to 1"
                                    : "a number greater than 0 and at most 1";
    case Parameter::Type::kCalculator:
      return "the name of a fitness calculator, a string or a symbol";
  }
  return "";
}

}  // namespace bayplan
