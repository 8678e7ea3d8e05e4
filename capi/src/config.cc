#include "config.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <utility>

#include "error.h"
#include "sized.h"
#include "text.h"

namespace bayplan::capi {
namespace {

absl::StatusOr<ReadOptions> ToReadOptions(const bayplan_config_read_options* given) {
  ReadOptions options;
  if (given == nullptr) return options;
  bayplan_config_read_options host = {};
  absl::Status status = ReadSized(given, "options", &host);
  if (!status.ok()) return status;
  absl::StatusOr<std::string_view> source = ToView(host.source_name, "options.source_name");
  if (!source.ok()) return source.status();
  if (!source->empty()) options.source_name = *source;

  if (host.environment_count > 0) status = RequireGiven(host.environment, "options.environment");
  if (!status.ok()) return status;
  for (size_t i = 0; i < host.environment_count; ++i) {
    const std::string field = fmt::format("options.environment[{}]", i);
    absl::StatusOr<std::string_view> name = ToView(host.environment[i].name, field);
    if (!name.ok()) return name.status();
    absl::StatusOr<std::string_view> value = ToView(host.environment[i].value, field);
    if (!value.ok()) return value.status();
    options.environment.emplace_back(*name, *value);
  }
  absl::StatusOr<std::vector<std::string>> calculators =
      ToStrings(host.calculators, host.calculator_count, "options.calculators");
  if (!calculators.ok()) return calculators.status();
  options.registered_calculators = *std::move(calculators);
  return options;
}

absl::StatusOr<ReadResult> ReadBytes(std::string_view bytes, const ReadOptions& options) {
  config::Config config;
  if (bytes.size() > std::numeric_limits<int>::max() ||
      !config.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::InvalidArgumentError(
        fmt::format("{}: not a protobuf message bayplan.config.Config", options.source_name));
  }
  return ValidateConfig(config, options);
}

absl::StatusOr<ReadResult> Read(std::string_view text, uint32_t format,
                                const ReadOptions& options) {
  switch (format) {
    case BAYPLAN_FORMAT_EDN:
      return ReadConfig(text, ConfigFormat::kEdn, options);
    case BAYPLAN_FORMAT_JSON:
      return ReadConfig(text, ConfigFormat::kJson, options);
    case BAYPLAN_FORMAT_TEXT_PROTO:
      return ReadConfig(text, ConfigFormat::kTextProto, options);
    case BAYPLAN_FORMAT_PROTO:
      return ReadBytes(text, options);
    default:
      return absl::InvalidArgumentError(
          fmt::format("format is {}; valid is 1 (EDN) to 4 (protobuf bytes)", format));
  }
}

uint8_t FindingKind(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kHiddenEntry:
      return BAYPLAN_FINDING_HIDDEN_ENTRY;
    case Finding::Kind::kOtherSchedulersKey:
      return BAYPLAN_FINDING_OTHER_SCHEDULERS_KEY;
    case Finding::Kind::kMatchesNoPool:
      return BAYPLAN_FINDING_MATCHES_NO_POOL;
  }
  return 0;
}

}  // namespace

FindingBuffer::FindingBuffer(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    kind_.push_back(FindingKind(finding.kind));
    message_.Add(finding.message);
  }
}

bayplan_finding_columns FindingBuffer::view() const {
  return {sizeof(bayplan_finding_columns), kind_.size(), kind_.data(), message_.view()};
}

}  // namespace bayplan::capi

using bayplan::capi::Guarded;
using bayplan::capi::RequireGiven;
using bayplan::capi::WriteSized;

bayplan_error* bayplan_config_read(bayplan_config** out, const bayplan_config_read_options* options,
                                   bayplan_str text, uint32_t format) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    absl::StatusOr<bayplan::ReadOptions> read = bayplan::capi::ToReadOptions(options);
    if (!read.ok()) return read.status();
    absl::StatusOr<std::string_view> view = bayplan::capi::ToView(text, "text");
    if (!view.ok()) return view.status();
    absl::StatusOr<bayplan::ReadResult> result = bayplan::capi::Read(*view, format, *read);
    if (!result.ok()) return result.status();

    bayplan::capi::FindingBuffer findings(result->findings);
    bayplan::capi::StrBuffer keys;
    for (const std::string& key : result->ignored_keys) keys.Add(key);
    *out = new bayplan_config{*std::move(result), std::move(read->registered_calculators),
                              std::move(findings), std::move(keys)};
    return absl::OkStatus();
  });
}

void bayplan_config_destroy(bayplan_config* config) { delete config; }

bayplan_error* bayplan_config_findings(const bayplan_config* config, bayplan_finding_columns* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(config, "config");
    return given.ok() ? WriteSized(config->findings.view(), "out", out) : given;
  });
}

bayplan_error* bayplan_config_ignored_keys(const bayplan_config* config, bayplan_key_columns* out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(config, "config");
    if (!given.ok()) return given;
    const bayplan_key_columns keys = {sizeof(keys), config->ignored_keys.size(),
                                      config->ignored_keys.view()};
    return WriteSized(keys, "out", out);
  });
}

bayplan_error* bayplan_config_serialize(const bayplan_config* config, bayplan_bytes** out) {
  return Guarded([&]() -> absl::Status {
    absl::Status given = RequireGiven(config, "config");
    if (given.ok()) given = RequireGiven(out, "out");
    if (!given.ok()) return given;
    auto bytes = std::make_unique<bayplan_bytes>();
    if (!config->result.config.SerializeToString(&bytes->bytes)) {
      return absl::InternalError("the configuration could not be serialized");
    }
    *out = bytes.release();
    return absl::OkStatus();
  });
}
