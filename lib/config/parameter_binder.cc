#include "parameter_binder.h"

#include "bayplan/config/calculators.h"
#include "fmt/format.h"
#include "message_text.h"

namespace bayplan {
namespace {

std::string UnknownCalculatorText(std::string_view name, absl::Span<const std::string> registered) {
  std::vector<std::string> names;
  for (const BuiltinCalculator& builtin : kBuiltinCalculators) names.emplace_back(builtin.name);
  names.insert(names.end(), registered.begin(), registered.end());
  const size_t separator = name.find_last_of("/.");
  const std::string_view last =
      separator == std::string_view::npos ? name : name.substr(separator + 1);
  std::optional<std::string> nearest = NearestName(name, names);
  if (!nearest.has_value()) nearest = NearestName(last, names);
  return fmt::format(
      "{}, which is no fitness calculator; {} {}", Quoted(name),
      nearest.has_value() ? fmt::format("did you mean {}? Valid are", *nearest) : "valid are",
      Alternatives(names));
}

}  // namespace

ParameterBinder::ParameterBinder(const ConfigSource* source, const SchedulerKind& kind,
                                 config::SchedulerConfig* out)
    : source_(source), kind_(kind) {
  out_ = out->GetReflection()->MutableMessage(
      out, out->GetDescriptor()->FindFieldByName(std::string(kind.name)));
}

const google::protobuf::FieldDescriptor* ParameterBinder::Field(const Parameter& parameter) const {
  return out_->GetDescriptor()->FindFieldByName(std::string(parameter.field));
}

absl::Status ParameterBinder::Bind(const Parameter& parameter, const EdnValue& value,
                                   std::string_view path) {
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      return BindInteger(parameter, value, path);
    case Parameter::Type::kFraction:
      return BindFraction(parameter, value, path);
    case Parameter::Type::kCalculator:
      return BindCalculator(parameter, value, path);
  }
  return absl::InternalError("a parameter of no type");
}

absl::Status ParameterBinder::BindInteger(const Parameter& parameter, const EdnValue& value,
                                          std::string_view path) {
  const std::optional<int64_t> integer = EdnInteger(value);
  if (!integer.has_value() || *integer < (parameter.zero_allowed ? 0 : 1)) {
    return source_->Invalid(value, path, KeyText(source_->dialect(), parameter.key),
                            ValidValues(parameter));
  }
  out_->GetReflection()->SetInt64(out_, Field(parameter), *integer);
  return absl::OkStatus();
}

absl::Status ParameterBinder::BindFraction(const Parameter& parameter, const EdnValue& value,
                                           std::string_view path) {
  const std::optional<double> number = EdnDouble(value);
  // Written so that NaN fails.
  const bool valid =
      number.has_value() && *number <= 1 && (parameter.zero_allowed ? *number >= 0 : *number > 0);
  if (!valid) {
    return source_->Invalid(value, path, KeyText(source_->dialect(), parameter.key),
                            ValidValues(parameter));
  }
  // The sum makes a negative zero a plain one, so that equal values are equal bytes.
  out_->GetReflection()->SetDouble(out_, Field(parameter), *number + 0.0);
  return absl::OkStatus();
}

absl::Status ParameterBinder::BindCalculator(const Parameter& parameter, const EdnValue& value,
                                             std::string_view path) {
  const std::string key = KeyText(source_->dialect(), parameter.key);
  if (value.kind != EdnKind::kString && value.kind != EdnKind::kSymbol) {
    return source_->Invalid(value, path, key, ValidValues(parameter));
  }
  if (auto status = source_->CheckText(value, path, key); !status.ok()) return status;
  const std::vector<std::string>& registered = source_->options().registered_calculators;
  std::optional<std::string> name = CanonicalCalculator(value.text, registered);
  if (!name.has_value()) {
    return source_->Fail(
        value.location, path,
        fmt::format("{} is {}", key, UnknownCalculatorText(value.text, registered)));
  }
  out_->GetReflection()->SetString(out_, Field(parameter), *std::move(name));
  return absl::OkStatus();
}

void ParameterBinder::SetDefaults() {
  const google::protobuf::Reflection& reflection = *out_->GetReflection();
  for (const Parameter& parameter : kind_.parameters) {
    const google::protobuf::FieldDescriptor* field = Field(parameter);
    if (reflection.HasField(*out_, field)) continue;
    switch (parameter.type) {
      case Parameter::Type::kInteger:
        reflection.SetInt64(out_, field, static_cast<int64_t>(parameter.default_value));
        break;
      case Parameter::Type::kFraction:
        reflection.SetDouble(out_, field, parameter.default_value);
        break;
      case Parameter::Type::kCalculator:
        reflection.SetString(out_, field, std::string(kDefaultCalculator));
        break;
    }
  }
}

}  // namespace bayplan
