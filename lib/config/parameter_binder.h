// The parameters of one scheduler-config: types, ranges, defaults.

#ifndef BAYPLAN_LIB_CONFIG_PARAMETER_BINDER_H_
#define BAYPLAN_LIB_CONFIG_PARAMETER_BINDER_H_

#include <string_view>

#include "absl/status/status.h"
#include "bayplan/config/config.pb.h"
#include "bayplan/config/edn.h"
#include "map_view.h"
#include "parameters.h"

namespace bayplan {

class ParameterBinder {
 public:
  // Makes `out` a configuration of `kind`. All three outlive the binder.
  ParameterBinder(const ConfigSource* source, const SchedulerKind& kind,
                  config::SchedulerConfig* out);

  // Sets the parameter to `value`, or says at `path` what is wrong with it.
  absl::Status Bind(const Parameter& parameter, const EdnValue& value, std::string_view path);

  // Sets every parameter that is not set yet.
  void SetDefaults();

 private:
  absl::Status BindInteger(const Parameter& parameter, const EdnValue& value,
                           std::string_view path);
  absl::Status BindFraction(const Parameter& parameter, const EdnValue& value,
                            std::string_view path);
  absl::Status BindCalculator(const Parameter& parameter, const EdnValue& value,
                              std::string_view path);
  const google::protobuf::FieldDescriptor* Field(const Parameter& parameter) const;

  const ConfigSource* source_;
  const SchedulerKind& kind_;
  google::protobuf::Message* out_;
};

}  // namespace bayplan

#endif  // BAYPLAN_LIB_CONFIG_PARAMETER_BINDER_H_
